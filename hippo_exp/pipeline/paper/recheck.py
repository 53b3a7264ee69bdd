"""Does the report over all tables still follow from the tables' own results?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.pipeline.paper.body import body_of
from hippo_exp.pipeline.paper.cells import average_cells
from hippo_exp.pipeline.paper.printed import AVERAGE, paper_table
from hippo_exp.reporting import read_cells, read_manifest
from hippo_exp.reporting.csv_files import read_text
from hippo_exp.storage import digest_bytes
from hippo_exp.types import Cell

REPORT = "report.md"
_FIX = "run experiments.paper again; results are never edited by hand"
Fault: TypeAlias = tuple[str, str]
"""What is wrong, and in which file."""


def report_faults(root: Path) -> list[HippoExpError]:
    """Faults of every folder ``results/*`` with a report, as ``results/paper`` is one.

    Its files must be those of its manifest; each cell must be the one in the ``cells.csv`` of its
    table's results, and each average their mean; each line of ``report.md`` that shows cells must
    be what the cells make. What the report says is lacking on a machine is not compared.

    Args:
        root: the results tree.
    """
    folders = sorted(path.parent for path in root.glob(f"*/{REPORT}"))
    return [fault for folder in folders for fault in _faults(root, folder)]


def _faults(root: Path, folder: Path) -> list[HippoExpError]:
    try:
        manifest = read_manifest(folder / "manifest.json")
        cells = read_cells(folder / "cells.csv")
        page = read_text(folder / REPORT)
    except HippoExpError as error:
        where = error.where.replace(str(folder), folder.name) or folder.name
        return [VerificationError(error.what, where=where, fix=_FIX)]
    made = manifest.get("folders")
    folders = [str(name) for name in made] if isinstance(made, list) else []
    found = [
        *_changed(folder, manifest.get("files")),
        *_cell_faults(root, folders, cells),
        *_average_faults(cells),
        *_page_faults(page, cells),
    ]
    return [VerificationError(what, where=f"{folder.name}/{at}", fix=_FIX) for what, at in found]


def _changed(folder: Path, files: object) -> list[Fault]:
    known = files if isinstance(files, dict) else {}
    return [
        ("the file is not the one of the manifest", name)
        for name in ("cells.csv", REPORT)
        if known.get(name) != digest_bytes((folder / name).read_bytes())
    ]


def _cell_faults(root: Path, folders: Sequence[str], cells: Sequence[Cell]) -> list[Fault]:
    """Cells that are not those of the tables' results."""
    faults: list[Fault] = []
    theirs: dict[tuple[str, str, str, str], Cell] = {}
    for name in folders:
        try:
            found = read_cells(root / name / "cells.csv")
        except HippoExpError as error:
            faults.append((f"the results {name} cannot be read: {error.what}", "cells.csv"))
            continue
        theirs |= {_key(cell): cell for cell in found if cell.measured is not None}
    for cell in cells:
        if cell.dataset != AVERAGE and theirs.get(_key(cell), _unmeasured(cell)) != cell:
            what = f"the cell {'/'.join(_key(cell))} is not that of the table's own results"
            faults.append((what, "cells.csv"))
    return faults


def _key(cell: Cell) -> tuple[str, str, str, str]:
    return cell.experiment, cell.dataset, cell.row, cell.metric


def _unmeasured(cell: Cell) -> Cell | None:
    """What a cell must be that no results hold: itself, without a measured value."""
    return cell if cell.measured is None else None


def _tables(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    tables: dict[str, list[Cell]] = {}
    for cell in cells:
        tables.setdefault(cell.experiment, []).append(cell)
    return tables


def _average_faults(cells: Sequence[Cell]) -> list[Fault]:
    faults: list[Fault] = []
    for name, own in _tables(cells).items():
        plain = [cell for cell in own if cell.dataset != AVERAGE]
        means = [cell for cell in own if cell.dataset == AVERAGE]
        if means != average_cells(paper_table(name), plain):
            faults.append((f"the averages of {name} are not those of its cells", "cells.csv"))
    return faults


def _page_faults(page: str, cells: Sequence[Cell]) -> list[Fault]:
    """Lines that the cells make and the page lacks, and lines of tables that they do not make."""
    lines = page.splitlines()
    made = list(body_of(_tables(cells)))
    start = lines.index(made[0]) if made[0] in lines else len(lines)
    shown = lines[start : start + len(made)]
    return [
        (f"the report lacks the line {expected[:60]!r}", REPORT)
        for place, expected in enumerate(made)
        if place >= len(shown) or shown[place] != expected
    ][:5]
