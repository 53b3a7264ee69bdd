"""A sweep's joined cells: the usual columns, then one for each swept setting."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from hippo_exp.errors import DataError
from hippo_exp.reporting.cells import CELL_COLUMNS
from hippo_exp.reporting.csv_files import AGAIN, read_csv, read_text
from hippo_exp.reporting.manifest import read_manifest
from hippo_exp.reporting.page.read.facts import Facts
from hippo_exp.reporting.page.read.model import SweepFolder, SweptCell
from hippo_exp.reporting.page.read.notes import read_notes
from hippo_exp.reporting.records import record_of
from hippo_exp.types import Cell


def read_sweep(path: Path) -> SweepFolder:
    """Read ``results/sweep/NAME``.

    Raises:
        DataError: a file is missing or damaged.
    """
    file, width = path / "cells.csv", len(CELL_COLUMNS)
    header = next(csv.reader(io.StringIO(read_text(file), newline="")), [])
    if tuple(header[:width]) != CELL_COLUMNS:
        raise DataError("not the columns of a sweep", where=str(file), fix=AGAIN)
    cells = [
        SweptCell(
            record_of(line[:width], Cell, f"{file}, line {number}"),
            dict(zip(header[width:], line[width:], strict=True)),
        )
        for number, line in enumerate(read_csv(file, header), start=2)
    ]
    facts = Facts(read_manifest(path / "manifest.json"))
    notes = read_notes(path / "table.md", path.name)
    return SweepFolder(path.name, facts, notes, tuple(header[width:]), cells)
