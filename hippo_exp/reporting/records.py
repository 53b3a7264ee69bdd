"""Dataclass records to CSV and back: one schema, written and read by the same code."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from hippo_exp.errors import DataError, VerificationError
from hippo_exp.reporting.csv_files import AGAIN, read_csv

Record = TypeVar("Record")


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 CSV with LF line ends; None becomes an empty field.

    Floats are written as their shortest decimal that reads back as the same double.

    Raises:
        VerificationError: a float is NaN or infinite.
    """
    lines = [",".join(_quoted(field_text(value)) for value in row) for row in (header, *rows)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _quoted(text: str) -> str:
    """``text`` in quotes where it needs them (the csv module forgets a lone carriage return)."""
    return '"' + text.replace('"', '""') + '"' if re.search(r'[",\r\n]', text) else text


def field_text(value: object) -> str:
    """One CSV field, see :func:`csv_bytes`."""
    if value is None:
        return ""
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        raise VerificationError(
            f"the value {value} is not finite", fix="a result must be a number or be absent"
        )
    return repr(float(value) + 0.0)  # + 0.0 turns -0.0 into 0.0


def records_to_csv(records: Iterable[Any], kind: type[Any]) -> bytes:
    """Records of the dataclass ``kind``; the columns are its fields in their order."""
    header = [field.name for field in fields(kind)]
    return csv_bytes(header, (astuple(record) for record in records))


def records_from_csv(path: Path, kind: type[Record]) -> list[Record]:
    """Read what :func:`records_to_csv` wrote.

    Raises:
        DataError: the file is missing, or a column or a value is not as it should be.
    """
    hints = get_type_hints(kind)
    return [
        _record(line, kind, hints, f"{path}, line {number}")
        for number, line in enumerate(read_csv(path, tuple(hints)), start=2)
    ]


def record_of(texts: Sequence[str], kind: type[Record], where: str) -> Record:
    """The fields of one line as a record of the dataclass ``kind``.

    Raises:
        DataError: a value is not as it should be.
    """
    return _record(texts, kind, get_type_hints(kind), where)


def _record(
    texts: Sequence[str], kind: type[Record], hints: Mapping[str, Any], where: str
) -> Record:
    try:
        values = [_parse(text, hint) for text, hint in zip(texts, hints.values(), strict=True)]
    except ValueError as error:
        raise DataError(str(error), where=where, fix=AGAIN) from error
    return kind(*values)


def _parse(text: str, hint: Any) -> object:
    if hint is str:
        return text
    if hint is int:
        return int(text)
    if text == "" and hint is not float:  # float | None
        return None
    return finite_number(text)


def finite_number(text: str) -> float:
    """The number that a field holds.

    Raises:
        ValueError: it holds none, or one that is not finite.
    """
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the value {text} is not finite")
    return value
