"""CSV files read with faults that name the file and the line."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from hippo_exp.errors import DataError

AGAIN = "write the results again"
"""Remedy of a damaged file of results."""


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
