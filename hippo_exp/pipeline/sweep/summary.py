"""The numbers of a row at one point, kept as a stage: a joined table computes none twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hippo_exp.evaluation import evaluate
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.reporting import RowReport, summarize
from hippo_exp.types import Cell, Dataset, Ranking

if TYPE_CHECKING:
    from hippo_exp.storage import Store

VERSION = 2


@dataclass(frozen=True)
class Measured:
    """One measure of one row.

    Attributes:
        n: questions.
        value, low, high: mean and 95 % interval; NaN bounds where there is no interval.
    """

    n: int
    value: float
    low: float
    high: float

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval, where there is one."""
        return None if np.isnan(self.low) else (self.low, self.high)


def summary_key(item: PlannedRow) -> dict[str, object]:
    """What a row's numbers depend on: its work, measures, seed, and the name in the seed."""
    cells = [[metric, item.cell_ids[metric]] for metric in item.settings.experiment.metrics]
    return {"row": item.row.id, "work": item.work_id, "cells": cells}


def forget_summary(item: PlannedRow, store: Store) -> None:
    """Drop a row's numbers from the store, so that they are computed again."""
    path = store.path("summary", VERSION, summary_key(item))
    if path is not None:
        path.unlink(missing_ok=True)


def kept_summary(
    item: PlannedRow, dataset: Dataset, rankings: Sequence[Ranking] | None, store: Store
) -> Mapping[str, Measured]:
    """Metric -> numbers of a row: from the store, else from its rankings.

    Args:
        item: a row that was run.
        dataset: its questions.
        rankings: of the row; None is allowed only where the store has the numbers.
        store: keeps them.
    """
    compute = partial(_compute, item, dataset, rankings)
    arrays = store.arrays("summary", VERSION, summary_key(item), compute)
    metrics = item.settings.experiment.metrics
    return {
        metric: Measured(int(n), float(value), float(low), float(high))
        for metric, (n, value, low, high) in zip(metrics, arrays["numbers"].tolist(), strict=True)
    }


def _compute(
    item: PlannedRow, dataset: Dataset, rankings: Sequence[Ranking] | None
) -> Mapping[str, NDArray[np.generic]]:
    assert rankings is not None
    settings = item.settings
    metrics = settings.experiment.metrics
    found = evaluate(
        rankings,
        dataset.questions,
        dataset.match_keys,
        metrics,
        decimals=settings.evaluation.decimals,
    )
    cells = summarize(
        found.frame.assign(row=item.row.id),
        [RowReport(row=item.row.id, label=item.label)],
        experiment=settings.experiment.name,
        dataset=dataset.name,
        metrics=metrics,
        seed=settings.seed,
        resamples=settings.evaluation.bootstrap_resamples,
    )
    return {"numbers": np.array([_numbers(cell) for cell in cells], dtype=np.float64)}


def _numbers(cell: Cell) -> tuple[float, float, float, float]:
    assert cell.measured is not None
    low = np.nan if cell.ci_low is None else cell.ci_low
    high = np.nan if cell.ci_high is None else cell.ci_high
    return float(cell.n), cell.measured, low, high
