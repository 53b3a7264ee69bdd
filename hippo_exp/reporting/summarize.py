"""From per-question values to cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from hippo_exp.errors import VerificationError
from hippo_exp.evaluation import bootstrap_interval, mean, rng_for
from hippo_exp.reporting.cells import make_cell
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.per_query import values_by_cell
from hippo_exp.reporting.rows import RowReport
from hippo_exp.types import Cell

if TYPE_CHECKING:
    import pandas as pd


def summarize(
    frame: pd.DataFrame,
    reports: Sequence[RowReport],
    *,
    experiment: str,
    dataset: str,
    metrics: Sequence[str],
    seed: int,
    paper: PaperColumn | None = None,
    paper_reason: str = "",
    confidence: float = 0.95,
    resamples: int = 2000,
) -> list[Cell]:
    """One cell for each row and metric, rows first, in the orders given.

    The interval of a cell uses ``rng_for(seed, row, metric)``, so it does not depend on which
    other rows or metrics are there.

    Args:
        frame: columns ``row, qid, metric, value``.
        reports: every row of the experiment, those that did not run included.
        experiment: for example ``table5``.
        dataset: data set name.
        metrics: metric names.
        seed: the experiment's seed.
        paper: what the paper says about exactly this data set; None when it does not apply.
        paper_reason: why it does not apply, for example ``sampled questions``.
        confidence, resamples: see :func:`hippo_exp.evaluation.bootstrap_interval`.

    Raises:
        VerificationError: a row that ran lacks a metric, or one that did not run has values.
    """
    found = values_by_cell(frame)
    cells = []
    for report in reports:
        for metric in metrics:
            values = list(found.get((report.row, metric), {}).values())
            _check_present(report, metric, len(values))
            interval = partial(
                bootstrap_interval,
                seed=rng_for(seed, report.row, metric),
                confidence=confidence,
                resamples=resamples,
            )
            cells.append(
                make_cell(
                    experiment=experiment,
                    row=report.row,
                    dataset=dataset,
                    metric=metric,
                    n=len(values),
                    measured=mean(values) if values else None,
                    interval=interval(values) if values else None,
                    paper=paper.get(report.row, metric) if paper else None,
                    tolerance=paper.tolerances.get(report.row) if paper else None,
                    reason=report.reason or ("" if paper else paper_reason),
                    cell_id=report.cell_id,
                )
            )
    return cells


def _check_present(report: RowReport, metric: str, n: int) -> None:
    if report.ran == bool(n):
        return
    problem = "a row that ran has no value" if report.ran else "a row that did not run has values"
    raise VerificationError(
        problem, where=f"{report.row}, {metric}", fix="score the row with every metric asked for"
    )
