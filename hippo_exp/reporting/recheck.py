"""Do the numbers of a results folder follow from its own per-question values?"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.evaluation import mean
from hippo_exp.reporting.cells import read_cells, read_comparisons
from hippo_exp.reporting.manifest import read_manifest
from hippo_exp.reporting.per_query import read_per_query, values_by_cell
from hippo_exp.reporting.records import read_csv_columns
from hippo_exp.reporting.tables.cell_text import cell_text
from hippo_exp.reporting.tables.markdown import parse_grid
from hippo_exp.storage import digest_bytes
from hippo_exp.types import Cell, Comparison

BENCHMARKS = "benchmarks"
"""Name of the results folder that holds timings, which nothing can recompute."""

TOLERANCE = 1e-9
_FIX = "run the experiment again; results are never edited by hand"


def recheck_folder(folder: Path) -> list[HippoExpError]:
    """Every fault of one folder ``results/EXPERIMENT/DATASET``.

    The files must be those of the manifest (SHA-256); cells must belong to the experiment and
    data sets that it names; each difference must be measured minus paper; ``table.md`` must show
    every cell. If the manifest lists ``per_query.csv.gz``, each measured value must be the mean
    of its per-question values and rest on their number, and each effect must be the mean paired
    difference, to 1e-9. A folder whose manifest does not list that file (counts, timings) is not
    recomputed. Of ``results/benchmarks/NAME``, whose cells have columns of their own, the files
    are compared with the manifest and nothing else.
    """
    try:
        manifest = read_manifest(folder / "manifest.json")
        listed = manifest.get("files")
        files = {str(key): str(value) for key, value in dict(listed or {}).items()}  # type: ignore[call-overload]
        faults: list[HippoExpError] = [*_changed_files(folder, files)]
        if folder.parent.name == BENCHMARKS:
            return [*faults, *_foreign_benchmark(folder, manifest)]
        cells = read_cells(folder / "cells.csv")
        home = _Home(folder, str(manifest.get("experiment")), _datasets(manifest))
        faults += [fault for cell in cells for fault in _own_faults(home, cell)]
        faults += _table_faults(folder, cells)
        if is_recomputed(files):
            found = values_by_cell(read_per_query(folder / "per_query.csv.gz"))
            faults += [fault for cell in cells for fault in _mean_faults(home, cell, found)]
            faults += _left_over(folder, cells, found)
            if (folder / "comparisons.csv").is_file():
                for item in read_comparisons(folder / "comparisons.csv"):
                    faults += _effect_faults(folder, item, found)
    except HippoExpError as error:
        return [error]
    return faults


@dataclass(frozen=True)
class _Home:
    """A folder with the experiment and the data sets that its manifest names."""

    folder: Path
    experiment: str
    datasets: tuple[str, ...]

    def values(self, cell: Cell, found: Mapping[str, float]) -> list[float]:
        """A cell's values: where a folder holds several data sets, ids begin ``DATASET/``."""
        if len(self.datasets) == 1:
            return list(found.values())
        return [value for qid, value in found.items() if qid.startswith(f"{cell.dataset}/")]


def _datasets(manifest: Mapping[str, object]) -> tuple[str, ...]:
    several = manifest.get("datasets")
    if isinstance(several, list) and several:
        return tuple(str(name) for name in several)
    return (str(manifest.get("dataset")),)


def is_recomputed(files: Mapping[str, str]) -> bool:
    """Whether a manifest's files allow the means to be recomputed."""
    return "per_query.csv.gz" in files


def _fault(what: str, folder: Path, place: str) -> VerificationError:
    where = "/".join([*folder.parts[-2:], place])
    return VerificationError(what, where=where, fix=_FIX)


def _changed_files(folder: Path, files: Mapping[str, str]) -> list[VerificationError]:
    faults = []
    if "cells.csv" not in files:
        faults.append(_fault("the manifest does not list cells.csv", folder, "manifest.json"))
    for name, digest in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            faults.append(_fault("a file of the manifest is missing", folder, name))
        elif digest_bytes(path.read_bytes()) != digest:
            faults.append(_fault("the file is not the one of the manifest", folder, name))
    return faults


def _foreign_benchmark(folder: Path, manifest: Mapping[str, object]) -> list[VerificationError]:
    """A fault where the manifest of a benchmark names another folder."""
    if (manifest.get("experiment"), manifest.get("dataset")) == (BENCHMARKS, folder.name):
        return []
    origin = f"{manifest.get('experiment')}/{manifest.get('dataset')}"
    return [_fault(f"results of {origin} in another folder", folder, "manifest.json")]


def _own_faults(home: _Home, cell: Cell) -> list[VerificationError]:
    folder, place = home.folder, f"{cell.row}/{cell.metric}"
    faults = []
    named = folder.parent.name == home.experiment == cell.experiment
    if not named or cell.dataset not in home.datasets:
        origin = f"{cell.experiment}/{cell.dataset}"
        faults.append(_fault(f"a cell of {origin} in another folder", folder, place))
    if cell.measured is not None and cell.paper is not None:
        difference = cell.measured - cell.paper
        if cell.delta is None or abs(cell.delta - difference) > 2 * TOLERANCE:
            what = f"delta is {cell.delta} and measured minus paper {difference}"
            faults.append(_fault(what, folder, place))
    elif cell.delta is not None:
        faults.append(_fault("a delta without both values", folder, place))
    return faults


def _mean_faults(
    home: _Home, cell: Cell, found: Mapping[tuple[str, str], Mapping[str, float]]
) -> list[VerificationError]:
    folder, place = home.folder, f"{cell.row}/{cell.metric}"
    values = home.values(cell, found.get((cell.row, cell.metric), {}))
    if cell.measured is None or not values:
        if cell.measured is None and not values:
            return []
        state = "without" if cell.measured is None else "with"
        return [_fault(f"{len(values)} values and a cell {state} a number", folder, place)]
    faults = []
    if cell.n != len(values):
        faults.append(_fault(f"n is {cell.n} and {len(values)} values exist", folder, place))
    average = mean(values)
    if abs(cell.measured - average) > TOLERANCE:
        what = f"measured is {cell.measured} and the mean of its values {average}"
        faults.append(_fault(what, folder, place))
    return faults


def _left_over(
    folder: Path,
    cells: Sequence[Cell],
    found: Mapping[tuple[str, str], Mapping[str, float]],
) -> list[VerificationError]:
    known = {(cell.row, cell.metric) for cell in cells}
    return [
        _fault("values without a cell", folder, "/".join(key))
        for key in sorted(found.keys() - known)
    ]


def _effect_faults(
    folder: Path, item: Comparison, found: Mapping[tuple[str, str], Mapping[str, float]]
) -> list[VerificationError]:
    place = f"effect:{item.row}/{item.metric}"
    first = found.get((item.row, item.metric), {})
    second = found.get((item.baseline, item.metric), {})
    if not first or first.keys() != second.keys() or item.n != len(first):
        return [_fault("the rows compared have not the same n questions", folder, place)]
    difference = math.fsum(first[qid] - second[qid] for qid in second) / len(second)
    if abs(item.effect - difference) > TOLERANCE:
        return [_fault(f"effect is {item.effect} and should be {difference}", folder, place)]
    return []


def _table_faults(folder: Path, cells: Sequence[Cell]) -> list[VerificationError]:
    """Cells that ``table.md`` does not show in the line of their row."""
    lines = read_csv_columns(folder / "table.csv", ("row", "label"))
    labels = {line[0]: line[1] for line in lines}
    text = (folder / "table.md").read_text(encoding="utf-8")
    beside_paper = any(cell.paper is not None for cell in cells)
    shown: dict[str, list[str]] = {}
    for line in parse_grid(text):
        label = re.sub(r"( \[\d+\])*( \(n=\d+\))?$", "", line[0])
        shown.setdefault(label, []).extend(line[1:])
    return [
        _fault(f"table.md does not show {text!r}", folder, f"{cell.row}/{cell.metric}")
        for cell in cells
        for text in [cell_text(cell, beside_paper=beside_paper)]
        if text not in shown.get(labels.get(cell.row, ""), [])
    ]
