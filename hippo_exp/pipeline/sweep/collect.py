"""The cells of all points, joined: what is there, what failed, what has not been run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.config import cache_root
from hippo_exp.pipeline.cells.keeper import keeper_of
from hippo_exp.pipeline.cells.status import read_status
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.planning.published import Published, published
from hippo_exp.pipeline.sweep.plan import PlannedPoint
from hippo_exp.pipeline.sweep.shared import PROCESS
from hippo_exp.pipeline.sweep.summary import VERSION, Measured, kept_summary, summary_key
from hippo_exp.reporting import make_cell
from hippo_exp.reporting.tables.pivot import Placed
from hippo_exp.storage import Store

NOT_RUN = "not run yet"


def collect(
    planned: Sequence[PlannedPoint], faults: Mapping[int, Sequence[str]]
) -> tuple[Placed, ...]:
    """The cells of every point and row, in the order of the points.

    Args:
        planned: the points.
        faults: number of a point -> what went wrong there in this run, where no row says it.
    """
    found: list[Placed] = []
    for number, item in enumerate(planned):
        if item.dataset is None:
            continue
        paper = published(item.point.settings, item.dataset, item.rows)
        fault = "; ".join(faults.get(number, ()))
        store = PROCESS.bench(item.point.settings).store
        for row in item.rows:
            found += _of_row(item, row, paper, fault, store)
    return tuple(found)


def _of_row(
    item: PlannedPoint, row: PlannedRow, paper: Published, fault: str, store: Store
) -> list[Placed]:
    assert item.dataset is not None
    measured: Mapping[str, Measured] = {}
    reason = row.reason
    if not reason and store.has("summary", VERSION, summary_key(row)):
        measured = kept_summary(row, item.dataset, None, store)
    elif not reason:
        reason = _why_not(row, fault)
    cells = []
    for metric in row.settings.experiment.metrics:
        found = measured.get(metric)
        cell = make_cell(
            experiment=row.settings.experiment.name,
            row=row.row.id,
            dataset=item.dataset.name,
            metric=metric,
            n=found.n if found else 0,
            measured=found.value if found else None,
            interval=found.interval if found else None,
            paper=paper.cells.get(row.row.id, metric) if paper.cells else None,
            tolerance=paper.cells.tolerances.get(row.row.id) if paper.cells else None,
            reason=reason or paper.row_reasons.get(row.row.id, paper.reason),
            cell_id=row.cell_ids[metric],
        )
        cells.append(Placed(item.point.place, cell, row.label))
    return cells


def _why_not(row: PlannedRow, fault: str) -> str:
    """What the cell's own status says, else the fault of its point."""
    settings = row.settings
    keeper = keeper_of(settings.cells, cache_root(settings.cache.root))
    status = read_status(keeper.folder(row.work_id))
    if status is not None and status.state == "failed":
        return f"FAILED: {status.error}"
    return f"FAILED: {fault}" if fault else NOT_RUN
