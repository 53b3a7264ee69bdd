"""Gold files of triples."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import DataError
from hippo_exp.storage import read_json
from hippo_exp.types import Passage, Triple

_KEYS = ("triples", "extracted_triples")


@dataclass(frozen=True, slots=True)
class GoldPassage:
    """A passage and its gold triples.

    Attributes:
        contents: title, newline, text.
        triples: gold; may be empty.
    """

    contents: str
    triples: tuple[Triple, ...]


def read_gold_triples(path: Path) -> tuple[GoldPassage, ...]:
    """Read ``{"docs": [{title, text, triples}, ...]}``, or a list of such documents.

    Instead of ``title`` and ``text`` a document may have ``passage``; instead of ``triples``,
    ``extracted_triples``: an OpenIE file in the release's layout is a gold file.

    Raises:
        DataError: unreadable, of another layout, no documents, or rows that are not three strings.
    """
    value = read_json(path)
    docs = value.get("docs") if isinstance(value, dict) else value
    if not isinstance(docs, list) or not docs:
        fix = 'write {"docs": [{"title": …, "text": …, "triples": [[s, r, o], …]}, …]}'
        raise DataError("no documents", where=str(path), fix=fix)
    return tuple(_gold(doc, f"{path}, doc {number}") for number, doc in enumerate(docs, start=1))


def _gold(doc: object, where: str) -> GoldPassage:
    if not isinstance(doc, dict):
        raise DataError("not an object", where=where, fix="write title, text and triples")
    contents, title, text = doc.get("passage"), doc.get("title", ""), doc.get("text")
    if isinstance(title, str) and isinstance(text, str):
        contents = Passage("", title, text).contents
    rows = next((doc[key] for key in _KEYS if key in doc), None)
    if not isinstance(contents, str) or not isinstance(rows, list):
        fix = "write title and text (or passage), and triples"
        raise DataError("no text, or no list of triples", where=where, fix=fix)
    triples = []
    for number, row in enumerate(rows, start=1):
        parts = row if isinstance(row, list) else []
        if len(parts) != 3 or not all(isinstance(part, str) for part in parts):
            what = f"triple {number} is not a list of three strings"
            raise DataError(what, where=where, fix="mend it")
        triples.append(Triple(*parts))
    return GoldPassage(contents, tuple(triples))
