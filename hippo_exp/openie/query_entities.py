"""Query entities from files."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hippo_exp.datasets.faults import Faults, kind_of, shown
from hippo_exp.errors import DataError
from hippo_exp.storage import read_json

_FIX = "each question needs a JSON list of strings; mend these entries, nothing is evaluated"
Entities = dict[str, tuple[str, ...]]


def read_query_entities(path: Path) -> Entities:
    """Read the entities of questions.

    - ``.json``: an object question -> list of entities.
    - ``.tsv``: tab-separated with a header, quoted as by a spreadsheet; the question stands in
      column ``question``, or else ``query``; column ``triples`` holds a JSON object
      ``{"named_entities": [...]}``. Cells are parsed as JSON and never evaluated: one with Python's
      single quotes is malformed. A question that stands there twice keeps the last row, as in the
      release.

    Source: "File formats of the release".

    Returns:
        question text -> entities in the order given; an empty tuple means that none were found.

    Raises:
        DataError: unreadable, of another layout, or entries of a wrong shape, counted in one error
            that shows the first three.
    """
    if path.suffix not in (".json", ".tsv"):
        raise DataError(
            f"query entities in a file {path.suffix or 'without suffix'}",
            where=str(path),
            fix="use .json (question -> list of entities) or .tsv",
        )
    faults = Faults(path, _FIX)
    entities = _from_json(path, faults) if path.suffix == ".json" else _from_tsv(path, faults)
    faults.check()
    if not entities:
        raise DataError(
            "the file holds no questions", where=str(path), fix="put the whole file in its place"
        )
    return entities


def _from_json(path: Path, faults: Faults) -> Entities:
    value = read_json(path)
    if not isinstance(value, dict):
        raise DataError(
            f"the file holds {kind_of(value)} instead of an object question -> entities",
            where=str(path),
            fix="check that the right file stands in this place",
        )
    return {
        question: _names(names, f"entry {number} {shown(question)}", faults)
        for number, (question, names) in enumerate(value.items(), start=1)
    }


def _from_tsv(path: Path, faults: Faults) -> Entities:
    rows = _rows(path)
    _, header = next(rows, (1, []))
    question, triples = _columns(header, path)
    entities: Entities = {}
    for line, row in rows:
        if len(row) != len(header):
            faults.add(f"line {line}", f"has {len(row)} cells, the header {len(header)}")
        else:
            entities[row[question]] = _cell(row[triples], f"line {line}", faults)
    return entities


def _columns(header: list[str], path: Path) -> tuple[int, int]:
    """Positions of the question and of the entities."""
    question = next((name for name in ("question", "query") if name in header), None)
    if question is None or "triples" not in header:
        raise DataError(
            f"the header is {header}",
            where=str(path),
            fix="the columns question (or query) and triples are needed, with tabs between",
        )
    return header.index(question), header.index("triples")


def _cell(cell: str, position: str, faults: Faults) -> tuple[str, ...]:
    try:
        value = json.loads(cell)
    except (json.JSONDecodeError, RecursionError):
        faults.add(position, f"{shown(cell, 40)} is not JSON")
        return ()
    if not isinstance(value, dict) or "named_entities" not in value:
        faults.add(position, f"{shown(cell, 40)} is no object with the key 'named_entities'")
        return ()
    return _names(value["named_entities"], position, faults)


def _names(value: object, position: str, faults: Faults) -> tuple[str, ...]:
    if not isinstance(value, list):
        faults.add(position, f"the entities are {kind_of(value)}, not a list")
        return ()
    for name in value:
        if not isinstance(name, str):
            faults.add(position, f"an entity is {kind_of(name)}, not a string")
            return ()
    return tuple(value)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """(number of the first line, cells) of each row that is not empty."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream, _any_field_size():
            reader = csv.reader(stream, delimiter="\t", strict=True)
            start = 1
            for row in reader:
                if row:
                    yield start, row
                start = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            f"not a tab-separated file ({error})",
            where=f"{path}, line {start}",
            fix="quote cells that hold tabs, line breaks or quotes; double the quotes inside",
        ) from error
    except UnicodeDecodeError as error:
        raise DataError(
            f"not UTF-8 (byte {error.start})", where=str(path), fix="save the file as UTF-8"
        ) from error
    except OSError as error:
        raise DataError(
            f"cannot be read ({error.strerror})", where=str(path), fix="check the folder"
        ) from error


@contextmanager
def _any_field_size() -> Iterator[None]:
    """Lift the csv module's limit on a cell, which is shared by the process, for a while."""
    before = csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        yield
    finally:
        csv.field_size_limit(before)
