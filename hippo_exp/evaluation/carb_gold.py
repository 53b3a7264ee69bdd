"""Gold files of triples, and their comparison with an extraction, also by passage length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.evaluation.carb import CarbScore, Words, carb
from hippo_exp.storage import read_json
from hippo_exp.text import ANALYZERS
from hippo_exp.types import Extraction, Passage, Triple

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


def evaluate_extraction(
    gold: Sequence[GoldPassage],
    extraction: Extraction,
    passages: Sequence[Passage],
    *,
    group_size: int | None = None,
    words: Words = ANALYZERS["standard"],
) -> dict[str, CarbScore]:
    """CaRB scores of an extraction on the passages that have gold.

    Args:
        gold: passages with gold triples.
        extraction: of the corpus; rows of other than three parts are left out, as in the graph.
        passages: (n_passages,) the corpus.
        group_size: score also the so many shortest and longest gold passages (paper, table 16:
            10), by number of words, equal lengths in the order of the gold file.
        words: see :func:`carb`.

    Returns:
        ``all``; with ``group_size``, ``shortest`` and ``longest`` too.

    Raises:
        ConfigError: ``group_size`` below 1 or beyond the number of gold passages.
        DataError: a gold passage that the corpus lacks.
    """
    rows = {
        passage.contents: record.rows
        for passage, record in zip(passages, extraction.passages, strict=True)
    }
    missing = [item.contents for item in gold if item.contents not in rows]
    if missing:
        raise DataError(
            f"{len(missing)} of {len(gold)} gold passages are not in the corpus, "
            f"the first {missing[0][:60]!r}",
            fix="use the gold file of this corpus",
        )
    groups = {"all": list(gold)}
    if group_size is not None:
        if not 1 <= group_size <= len(gold):
            what = f"groups of {group_size} out of {len(gold)} gold passages"
            raise ConfigError(what, where="group_size", fix=f"use 1 to {len(gold)}")
        ordered = sorted(gold, key=lambda item: len(ANALYZERS["standard"](item.contents)))
        groups |= {"shortest": ordered[:group_size], "longest": ordered[-group_size:]}
    return {
        name: carb(
            [item.triples for item in items],
            [_triples(rows[item.contents]) for item in items],
            words=words,
        )
        for name, items in groups.items()
    }


def _triples(rows: Sequence[tuple[str, ...]]) -> list[Triple]:
    return [Triple(*row) for row in rows if len(row) == 3]
