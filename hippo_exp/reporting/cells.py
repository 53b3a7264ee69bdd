"""Cells and the file ``cells.csv``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.records import records_from_csv, records_to_csv
from hippo_exp.reporting.verdict import judge
from hippo_exp.types import Cell, Comparison

CELL_COLUMNS = tuple(field.name for field in fields(Cell))
"""Columns of ``cells.csv`` in their order."""


def make_cell(
    *,
    experiment: str,
    row: str,
    dataset: str,
    metric: str,
    n: int,
    measured: float | None,
    interval: tuple[float, float] | None = None,
    paper: float | None = None,
    tolerance: float | None = None,
    reason: str = "",
    cell_id: str = "",
) -> Cell:
    """A cell with its difference and verdict, see :func:`hippo_exp.reporting.verdict.judge`."""
    digits = metric_style(metric).digits
    verdict = judge(measured, interval, paper, digits=digits, tolerance=tolerance, reason=reason)
    low, high = (None, None) if measured is None or interval is None else interval
    return Cell(
        experiment=experiment,
        row=row,
        dataset=dataset,
        metric=metric,
        n=n,
        measured=None if measured is None else float(measured),
        ci_low=low,
        ci_high=high,
        paper=None if paper is None else float(paper),
        delta=verdict.delta,
        verdict=verdict.mark,
        reason=verdict.reason,
        cell_id=cell_id,
    )


def cells_to_csv(cells: Iterable[Cell]) -> bytes:
    """The bytes of ``cells.csv``; equal cells give equal bytes."""
    return records_to_csv(cells, Cell)


def read_cells(path: Path) -> list[Cell]:
    """Read ``cells.csv``.

    Raises:
        DataError: it is missing or not as :func:`cells_to_csv` writes it.
    """
    return records_from_csv(path, Cell)


def comparisons_to_csv(comparisons: Iterable[Comparison]) -> bytes:
    """The bytes of ``comparisons.csv``."""
    return records_to_csv(comparisons, Comparison)


def read_comparisons(path: Path) -> list[Comparison]:
    """Read ``comparisons.csv``.

    Raises:
        DataError: it is missing or not as :func:`comparisons_to_csv` writes it.
    """
    return records_from_csv(path, Comparison)
