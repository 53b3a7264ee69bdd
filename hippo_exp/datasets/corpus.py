"""Corpora in the layouts of the release (official behaviour, row 17)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hippo_exp.datasets.faults import Faults, kind_of, shown
from hippo_exp.datasets.fields import (
    Row,
    UniqueIds,
    checked_string,
    identifier,
    object_rows,
    string,
)
from hippo_exp.errors import DataError
from hippo_exp.storage import read_json
from hippo_exp.types import Passage

TEXT_KEYS = ("text", "paragraph_text")


def read_corpus(path: Path, *, trim_titles: bool = False) -> tuple[Passage, ...]:
    """Read a corpus: a list of ``{title, text, ...}`` or an object ``title -> [sentence, ...]``.

    Passage ids: key ``id`` or ``_id`` where the rows have it (it must be unique); else ``idx``
    where all rows have it and it is unique; else the position in the file. Sentences are joined
    without a separator.

    Args:
        path: JSON file.
        trim_titles: remove white space from both ends of each title.

    Raises:
        DataError: unreadable, of another shape, empty, or with malformed records (all of them are
            counted in one error).
    """
    value = read_json(path)
    faults = Faults(path)
    if isinstance(value, list):
        passages = _from_list(value, faults)
    elif isinstance(value, dict):
        passages = _from_titles(value, faults)
    else:
        raise DataError(
            f"the corpus is {kind_of(value)} instead of a list or an object",
            where=str(path),
            fix="check that the right file stands in this place",
        )
    faults.check()
    if not passages:
        raise DataError(
            "the corpus holds no passages", where=str(path), fix="put the whole file in its place"
        )
    return tuple(trimmed(passage) for passage in passages) if trim_titles else tuple(passages)


def trimmed(passage: Passage) -> Passage:
    """The passage with white space removed from both ends of its title."""
    return Passage(passage.id, passage.title.strip(), passage.text)


def _from_list(values: list[object], faults: Faults) -> list[Passage]:
    rows = object_rows(values, faults)
    return [
        Passage(
            id=identity,
            title=string(row, ("title",), faults),
            text=string(row, TEXT_KEYS, faults),
        )
        for identity, row in zip(_ids(rows, faults), rows, strict=True)
    ]


def _ids(rows: list[Row], faults: Faults) -> list[str]:
    if any("id" in record or "_id" in record for _, record in rows):
        unique = UniqueIds(faults, "passage id")
        found = [identifier(row, ("id", "_id"), faults) for row in rows]
        for identity, (position, _) in zip(found, rows, strict=True):
            unique.add(identity, position)
        return found
    numbers = [record.get("idx") for _, record in rows]
    given = [str(n) for n in numbers if isinstance(n, int | str) and not isinstance(n, bool)]
    if len(dict.fromkeys(given)) == len(rows):
        return given
    return [str(position) for position in range(len(rows))]


def _from_titles(titles: Mapping[str, object], faults: Faults) -> list[Passage]:
    return [
        Passage(str(number), title, _sentences(value, f"title {shown(title)}", faults))
        for number, (title, value) in enumerate(titles.items())
    ]


def _sentences(value: object, position: str, faults: Faults) -> str:
    if isinstance(value, list):
        return "".join(checked_string(sentence, position, faults) for sentence in value)
    return checked_string(value, position, faults)
