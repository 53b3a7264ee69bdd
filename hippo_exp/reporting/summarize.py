"""From per-question values to cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from hippo_exp.errors import VerificationError
from hippo_exp.evaluation import bootstrap_interval, mean, rng_for
from hippo_exp.reporting.cells import make_cell
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.per_query import values_by_cell
from hippo_exp.reporting.rows import RowReport
from hippo_exp.types import Cell

if TYPE_CHECKING:
    import numpy as np
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
    row_reasons: Mapping[str, str] = MappingProxyType({}),
    confidence: float = 0.95,
    resamples: int = 2000,
) -> list[Cell]:
    """One cell for each row and metric, rows first, in the orders given.

    The interval of a cell uses ``rng_for(seed, row, metric)``, so it does not depend on which
    other rows or metrics are there.

    Args:
        frame: columns ``row, qid, metric, value``.
        reports: every row of the experiment, those that did not run included.
        experiment, dataset, metrics, seed: for example ``table5, musique, [recall@5], 0``.
        paper: what the paper says about exactly this data set; None when it does not apply.
        paper_reason, row_reasons: why it does not apply, to any row or to one alone.
        confidence, resamples: see :func:`hippo_exp.evaluation.bootstrap_interval`.

    Raises:
        VerificationError: a row that ran lacks a metric, or one that did not run has values.
    """
    found = values_by_cell(frame)
    cells = []
    for report, metric in product(reports, metrics):
        values = _values(found, report, metric)
        generator = rng_for(seed, report.row, metric)
        cells.append(
            make_cell(
                experiment=experiment,
                row=report.row,
                dataset=dataset,
                metric=metric,
                n=len(values),
                measured=mean(values) if values else None,
                interval=cell_interval(values, generator, resamples, confidence),
                paper=paper.get(report.row, metric) if paper else None,
                tolerance=paper.tolerances.get(report.row) if paper else None,
                reason=report.reason or row_reasons.get(report.row, paper_reason),
                cell_id=report.cell_id,
            )
        )
    return cells


def cell_interval(
    values: Sequence[float],
    generator: np.random.Generator,
    resamples: int,
    confidence: float = 0.95,
) -> tuple[float, float] | None:
    """The bootstrap interval of a cell; None for fewer than two questions, which have no spread."""
    if len(values) < 2:
        return None
    return bootstrap_interval(values, seed=generator, confidence=confidence, resamples=resamples)


def _values(
    found: Mapping[tuple[str, str], Mapping[str, float]], report: RowReport, metric: str
) -> list[float]:
    values = list(found.get((report.row, metric), {}).values())
    if report.ran == bool(values):
        return values
    problem = "a row that ran has no value" if report.ran else "a row that did not run has values"
    raise VerificationError(
        problem, where=f"{report.row}, {metric}", fix="score the row with every metric asked for"
    )
