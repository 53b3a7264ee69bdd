"""Dataclass records to CSV and back: one schema, written and read by the same code."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from hippo_exp.errors import DataError, VerificationError

Record = TypeVar("Record")

AGAIN = "write the results again"
"""Remedy of a damaged file of results."""


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
    records = []
    for number, line in enumerate(read_csv(path, tuple(hints)), start=2):
        try:
            values = [_parse(text, hint) for text, hint in zip(line, hints.values(), strict=True)]
        except ValueError as error:
            raise DataError(str(error), where=f"{path}, line {number}", fix=AGAIN) from error
        records.append(kind(*values))
    return records


def read_csv(path: Path, header: Sequence[str], data: bytes | None = None) -> list[list[str]]:
    """The lines below the header, each with as many fields as the header.

    Args:
        path: the file, read unless ``data`` is given.
        header: the column names that it must have.
        data: its contents, where they were compressed.

    Raises:
        DataError: the file is missing or unreadable, has other columns, or a line of another
            length.
    """
    lines = _lines(path, read_bytes(path) if data is None else data)
    if not lines or lines[0] != list(header):
        found = ",".join(lines[0])[:200] if lines else "nothing"
        fix = f"{AGAIN}; the columns must be {','.join(header)}"
        raise DataError(f"the columns are {found}", where=str(path), fix=fix)
    _check_lengths(path, lines)
    return lines[1:]


def read_csv_columns(path: Path, names: Sequence[str]) -> list[tuple[str, ...]]:
    """The named columns of a CSV file that may have others.

    Raises:
        DataError: the file is missing or unreadable, or lacks a column.
    """
    lines = _lines(path, read_bytes(path))
    header = lines[0] if lines else []
    missing = [name for name in names if name not in header]
    if missing:
        raise DataError(f"no column {missing[0]}", where=str(path), fix=AGAIN)
    _check_lengths(path, lines)
    positions = [header.index(name) for name in names]
    return [tuple(line[position] for position in positions) for line in lines[1:]]


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of results.

    Raises:
        DataError: it is missing or unreadable.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise DataError("no such file", where=str(path), fix="run the experiment first") from error
    except OSError as error:
        what = f"cannot be read ({error.strerror})"
        raise DataError(what, where=str(path), fix="check the file") from error


def read_text(path: Path) -> str:
    """The text of a file of results.

    Raises:
        DataError: it is missing, unreadable or not UTF-8.
    """
    return _decoded(path, read_bytes(path))


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"not UTF-8 (byte {error.start})"
        raise DataError(what, where=str(path), fix=AGAIN) from error


def _lines(path: Path, data: bytes) -> list[list[str]]:
    """Every line of a CSV file, its header included."""
    try:
        return list(csv.reader(io.StringIO(_decoded(path, data), newline="")))
    except csv.Error as error:
        raise DataError(f"no CSV ({error})", where=str(path), fix=AGAIN) from error


def _check_lengths(path: Path, lines: Sequence[Sequence[str]]) -> None:
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            what = f"{len(line)} fields where the heading has {len(lines[0])}"
            raise DataError(what, where=f"{path}, line {number}", fix=AGAIN)


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
