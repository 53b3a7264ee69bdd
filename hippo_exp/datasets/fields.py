"""Typed access to the fields of JSON records.

Each getter notes a problem in ``faults`` and returns a placeholder; the caller raises them all at
once with :meth:`Faults.check` before any value is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hippo_exp.datasets.faults import Faults, kind_of
from hippo_exp.errors import DataError
from hippo_exp.storage import read_json

Record = Mapping[str, object]
Row = tuple[str, Record]
"""A record and its position, as messages show it."""


def read_list(path: Path, holds: str) -> list[object]:
    """The list that a JSON file holds, not empty.

    Raises:
        DataError: unreadable, not a list, or empty.
    """
    value = read_json(path)
    if not isinstance(value, list):
        raise DataError(
            f"the file holds {kind_of(value)} instead of a list of {holds}",
            where=str(path),
            fix="check that the right file stands in this place",
        )
    if not value:
        raise DataError(
            f"the file holds no {holds}", where=str(path), fix="put the whole file in its place"
        )
    return value


def object_rows(values: Sequence[object], faults: Faults, noun: str = "record") -> list[Row]:
    """The objects among ``values`` with positions counted from 1; other values are faults."""
    return [
        (position, record)
        for number, value in enumerate(values, start=1)
        if (record := as_object(value, position := f"{noun} {number}", faults)) is not None
    ]


def as_object(value: object, position: str, faults: Faults) -> Record | None:
    """``value`` if it is an object, otherwise None and a fault."""
    if isinstance(value, dict):
        return value
    faults.add(position, f"is {kind_of(value)}, not an object")
    return None


def string(
    row: Row,
    keys: Sequence[str],
    faults: Faults,
    *,
    default: str | None = None,
    blank: bool = True,
) -> str:
    """The string under the first of ``keys`` that the record has.

    Args:
        row: position and record.
        keys: names of the field, the preferred one first.
        faults: takes the problems.
        default: value of an absent field; None makes the field mandatory.
        blank: whether the string may be empty or white space.
    """
    position, record = row
    key = next((key for key in keys if key in record), None)
    if key is None:
        if default is None:
            faults.add(position, f"key {' or '.join(map(repr, keys))} is missing")
        return default or ""
    return checked_string(record[key], f"{position}, {key!r}", faults, blank=blank)


def checked_string(value: object, position: str, faults: Faults, *, blank: bool = True) -> str:
    """``value`` if it is a usable string, otherwise an empty one and a fault."""
    if not isinstance(value, str):
        faults.add(position, f"is {kind_of(value)}, not a string")
        return ""
    if not blank and not value.strip():
        faults.add(position, "is blank")
    if any("\ud800" <= char <= "\udfff" for char in value):
        faults.add(position, "holds half of a surrogate pair")
    return value


def identifier(row: Row, keys: Sequence[str], faults: Faults) -> str:
    """The id under the first of ``keys`` present: a string that is not blank, or an integer."""
    record = row[1]
    value = next((record[key] for key in keys if key in record), None)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return string(row, keys, faults, blank=False)


def listing(row: Row, key: str, faults: Faults, *, optional: bool = False) -> list[object]:
    """The list under ``key``; an absent one is empty if ``optional``, otherwise a fault."""
    position, record = row
    if key not in record:
        if not optional:
            faults.add(position, f"key {key!r} is missing")
        return []
    value = record[key]
    if not isinstance(value, list):
        faults.add(f"{position}, {key!r}", f"is {kind_of(value)}, not a list")
        return []
    return value


def answers(row: Row, faults: Faults) -> tuple[str, ...]:
    """The distinct answers of a question: ``answer`` (a string or a list), ``answer_aliases``."""
    position, record = row
    answer = record.get("answer")
    given = answer if isinstance(answer, list) else [] if answer is None else [answer]
    aliases = listing(row, "answer_aliases", faults, optional=True)
    found = [checked_string(value, f"{position}, 'answer'", faults) for value in given]
    found += [checked_string(value, f"{position}, 'answer_aliases'", faults) for value in aliases]
    return tuple(dict.fromkeys(found))


class UniqueIds:
    """Notes a fault for every id that an earlier record already has."""

    def __init__(self, faults: Faults, noun: str) -> None:
        self._faults = faults
        self._noun = noun
        self._seen: dict[str, str] = {}

    def add(self, identity: str, position: str) -> None:
        """Register the id of the record at ``position``; an empty id is a fault already noted."""
        first = self._seen.setdefault(identity, position)
        if identity and first != position:
            self._faults.add(position, f"{self._noun} {identity!r} is that of {first}")
