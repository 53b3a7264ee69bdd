"""Relevance judgements in BEIR's tab-separated layout."""

from __future__ import annotations

import re
from pathlib import Path

from hippo_exp.datasets.faults import Faults
from hippo_exp.errors import DataError

_HEADER = ("query-id", "corpus-id", "score")
_INTEGER = re.compile(r"[+-]?[0-9]+")


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Read a qrels file: query id, passage id and relevance, separated by tabs.

    The first line is the header ``query-id corpus-id score``. A file may lack it: a first line
    whose third field is an integer is a judgement, not a header. A judgement may be repeated with
    the same relevance, never with another.

    Returns:
        query id -> passage id -> relevance, in file order.

    Raises:
        DataError: missing, not UTF-8, empty, of another layout, or malformed lines.
    """
    lines = _lines(path)
    fields = tuple(field.strip().lower() for field in lines[0][1].split("\t"))
    if fields == _HEADER:
        lines = lines[1:]
    elif not (len(fields) == 3 and _INTEGER.fullmatch(fields[2])):
        raise DataError(
            f"the first line has the fields {list(fields)}",
            where=str(path),
            fix=_advice(fields),
        )
    faults = Faults(path)
    qrels: dict[str, dict[str, int]] = {}
    for number, line in lines:
        _add(qrels, line, f"line {number}", faults)
    faults.check()
    if not qrels:
        raise DataError(
            "the file holds no judgements", where=str(path), fix="put the whole file in its place"
        )
    return qrels


def _add(qrels: dict[str, dict[str, int]], line: str, position: str, faults: Faults) -> None:
    fields = [field.strip() for field in line.split("\t")]
    if len(fields) != 3 or not (fields[0] and fields[1]):
        faults.add(position, f"has {len(fields)} fields instead of query id, passage id, relevance")
    elif not _INTEGER.fullmatch(fields[2]):
        faults.add(position, f"relevance {fields[2]!r} is no integer")
    else:
        query, passage, relevance = fields[0], fields[1], int(fields[2])
        first = qrels.setdefault(query, {}).setdefault(passage, relevance)
        if first != relevance:
            faults.add(position, f"judges {query!r}, {passage!r} again, {relevance} after {first}")


def _advice(fields: tuple[str, ...]) -> str:
    if len(fields) == 4 or len(" ".join(fields).split()) == 4:
        return "this looks like TREC qrels; write query id, passage id, score with tabs between"
    return "begin with the header query-id, corpus-id, score, separated by tabs"


def _lines(path: Path) -> list[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"not UTF-8 (byte {error.start})", where=str(path), fix="save the file as UTF-8"
        ) from error
    except OSError as error:
        raise DataError(
            f"cannot be read ({error.strerror})",
            where=str(path),
            fix="check the name of the split and the folder qrels",
        ) from error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise DataError("the file is empty", where=str(path), fix="put the whole file in its place")
    return lines
