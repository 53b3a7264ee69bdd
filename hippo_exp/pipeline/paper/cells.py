"""Every cell of the paper's tables: measured, or with what it lacks."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pipeline.paper.plan import PaperRun
from hippo_exp.pipeline.paper.printed import AVERAGE
from hippo_exp.pipeline.planning.gaps import reason_of
from hippo_exp.reporting import PaperTable, make_cell
from hippo_exp.types import Cell


def cells_of(
    run: PaperRun, made: Sequence[Cell] | None, failed: str, printed: PaperTable
) -> list[Cell]:
    """The cells of a table on one data set, in the order of its rows; of the paper's metrics.

    Args:
        run: the table and the data set.
        made: the cells of its results; None where it was not run.
        failed: why it was not, where it could have been.
        printed: the paper's table.
    """
    found = {(cell.row, cell.metric): cell for cell in made or ()}
    column = run.settings.dataset.paper
    assert column is not None
    values = printed.column(column)
    cells = []
    for (row, metric), gaps in run.gaps.items():
        cell = found.get((row, metric))
        if cell is not None and cell.measured is not None:
            cells.append(cell)
            continue
        reason = cell.reason if cell is not None else failed or reason_of(gaps)
        cells.append(
            make_cell(
                experiment=run.table,
                row=row,
                dataset=run.dataset,
                metric=metric,
                n=0,
                measured=None,
                paper=values.get(row, metric),
                reason=reason or "did not run",
            )
        )
    return cells


def average_cells(printed: PaperTable, cells: Sequence[Cell]) -> list[Cell]:
    """Means over the data sets of rows that are measured on all of them, beside the paper's.

    Args:
        printed: the paper's table; without a column of averages there is nothing to compare.
        cells: of all data sets.
    """
    if AVERAGE not in printed.datasets:
        return []
    n_datasets = len(printed.datasets) - 1
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.row, cell.metric), []).append(cell)
    column = printed.column(AVERAGE)
    return [
        make_cell(
            experiment=printed.id,
            row=row,
            dataset=AVERAGE,
            metric=metric,
            n=sum(cell.n for cell in group),
            measured=_mean(group, n_datasets),
            paper=column.get(row, metric) if _compared(group) else None,
            tolerance=column.tolerances.get(row),
            reason=""
            if _mean(group, n_datasets) is not None
            else "not measured on every data set of the paper",
        )
        for (row, metric), group in groups.items()
    ]


def _compared(group: Sequence[Cell]) -> bool:
    """Whether the paper's values stand beside all that is measured of a row."""
    return all(cell.paper is not None for cell in group)


def _mean(group: Sequence[Cell], n_datasets: int) -> float | None:
    values = [cell.measured for cell in group if cell.measured is not None]
    return sum(values) / len(values) if len(values) == n_datasets else None
