"""What a sweep is going to do: which cells are there, which stages, and how long the rest takes."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hippo_exp.config import cache_root
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.cells.keeper import CELLS, CellKeeper, keeper_of
from hippo_exp.pipeline.cells.status import STATUS, read_status
from hippo_exp.pipeline.planning.plan import PlannedRow, plan_rows
from hippo_exp.pipeline.sweep.points import Point, Sweep
from hippo_exp.pipeline.sweep.shared import PROCESS
from hippo_exp.pipeline.sweep.summary import VERSION, summary_key
from hippo_exp.storage import Store
from hippo_exp.text import counted
from hippo_exp.types import Dataset

CellState = Literal["done", "ranked", "failed", "missing", "cannot"]
"""``ranked``: its ranking is kept, and its numbers are to be made."""
_LACKING: tuple[CellState, ...] = ("missing", "failed")
_LOOKED_AT = 2000
"""Cells of earlier runs by which time is estimated."""


@dataclass(frozen=True)
class PlannedPoint:
    """A point with its rows.

    Attributes:
        point: the combination.
        dataset: its data set; None where it cannot be read.
        rows: the rows as planned.
        states: row id -> what is there of it.
        error: why no row can begin; empty where they can.
    """

    point: Point
    dataset: Dataset | None
    rows: tuple[PlannedRow, ...]
    states: Mapping[str, CellState]
    error: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to run."""
        return all(state in ("done", "cannot") for state in self.states.values())


def plan_sweep(sweep: Sweep) -> tuple[PlannedPoint, ...]:
    """Every point with the state of its cells."""
    return tuple(_planned(point) for point in sweep.points)


def _planned(point: Point) -> PlannedPoint:
    settings = point.settings
    try:
        bench = PROCESS.bench(settings)
        rows = plan_rows(settings, bench.inputs)
    except HippoExpError as error:
        return PlannedPoint(point, None, (), {}, str(error))
    keeper = keeper_of(settings.cells, cache_root(settings.cache.root))
    states = {item.row.id: _state(item, keeper, bench.store) for item in rows}
    return PlannedPoint(point, bench.inputs.dataset, rows, states)


def _state(item: PlannedRow, keeper: CellKeeper, store: Store) -> CellState:
    if item.reason:
        return "cannot"
    if keeper.mode == "overwrite":
        return "missing"
    if store.has("summary", VERSION, summary_key(item)):
        return "done"
    assert keeper.root is not None
    status = read_status(keeper.folder(item.work_id))
    known: dict[str | None, CellState] = {"done": "ranked", "failed": "failed"}
    return known.get(status.state if status is not None else None, "missing")


def to_rank(planned: Sequence[PlannedPoint]) -> list[tuple[PlannedPoint, PlannedRow]]:
    """What is ranked, each ranking once: points that differ in the seed alone share theirs."""
    found = {
        item.work_id: (point, item)
        for point in planned
        for item in point.rows
        if point.states[item.row.id] in _LACKING
    }
    return list(found.values())


def estimated_seconds(planned: Sequence[PlannedPoint]) -> tuple[float, int] | None:
    """Seconds of work that are left for one process, and from how many earlier cells this is told.

    A cell is taken to last as long as the median of its row and data set, else of any row there;
    None where no earlier cell tells anything.
    """
    if not planned:
        return None
    root = cache_root(planned[0].point.settings.cache.root) / CELLS
    of_row, of_dataset, n = _durations(root)
    total = 0.0
    for point, item in to_rank(planned):
        name = point.dataset.name if point.dataset else ""
        known = of_row.get((item.row.id, name)) or of_dataset.get(name)
        if not known:
            return None
        total += statistics.median(known)
    return total, n


def _durations(
    root: Path,
) -> tuple[dict[tuple[str, str], list[float]], dict[str, list[float]], int]:
    of_row: dict[tuple[str, str], list[float]] = {}
    of_dataset: dict[str, list[float]] = {}
    n = 0
    for number, path in enumerate(sorted(root.glob(f"*/*/{STATUS}"))):
        if number >= _LOOKED_AT:
            break
        status = read_status(path.parent)
        if status is not None and status.state == "done":
            of_row.setdefault((status.row, status.dataset), []).append(status.seconds)
            of_dataset.setdefault(status.dataset, []).append(status.seconds)
            n += 1
    return of_row, of_dataset, n


def plan_lines(sweep: Sweep, planned: Sequence[PlannedPoint]) -> list[str]:
    """The plan as a person reads it."""
    axes = " x ".join(f"{axis.key} ({len(axis.values)})" for axis in sweep.axes)
    states = Counter(state for point in planned for state in point.states.values())
    left = states["missing"] + states["failed"] + states["ranked"]
    ranked = len(to_rank(planned))
    shared = (
        f" ({ranked} to rank, the others' rankings are kept or shared)" if ranked < left else ""
    )
    lines = [
        f"sweep of {sweep.experiment}: {axes or 'one point'}",
        f"{counted(len(planned), 'point')}, {counted(sum(states.values()), 'cell')}: "
        f"{states['done']} done, {states['failed']} failed before, {left} to run{shared}, "
        f"{states['cannot']} that cannot run here",
    ]
    broken = [point for point in planned if point.error]
    lines += [f"cannot begin: {item.point.name}: {item.error}" for item in broken]
    if left:
        lines.append(_time_line(planned))
    return lines


def _time_line(planned: Sequence[PlannedPoint]) -> str:
    told = estimated_seconds(planned)
    if told is None:
        return "how long it takes is not known: no earlier cell of this data set"
    seconds, n = told
    return f"about {seconds:,.0f} s of work for one process, by {counted(n, 'earlier cell')}"
