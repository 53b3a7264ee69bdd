"""Cells of the maintenance experiment; the baseline does not agree with itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import mean, rng_for
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.reporting import RowReport, make_cell
from hippo_exp.reporting.per_query import values_by_cell
from hippo_exp.reporting.summarize import cell_interval
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell

if TYPE_CHECKING:
    import pandas as pd

NOT_IN_PAPER = "the paper compares node specificity with no other weight of query nodes"


def maintenance_cells(
    settings: RetrievalSettings,
    planned: Sequence[PlannedRow],
    reports: Sequence[RowReport],
    frame: pd.DataFrame,
) -> list[Cell]:
    """One cell per row and metric; without a value where a row has none.

    Args:
        settings: of the experiment.
        planned: the rows.
        reports: the same rows as they ran.
        frame: columns ``row, qid, metric, value``.
    """
    found = values_by_cell(frame)
    ids = {item.row.id: item.cell_ids for item in planned}
    resamples = settings.evaluation.bootstrap_resamples
    cells = []
    for report in reports:
        for metric in settings.experiment.metrics:
            values = list(found.get((report.row, metric), {}).values())
            generator = rng_for(settings.seed, report.row, metric)
            cells.append(
                make_cell(
                    experiment=settings.experiment.name,
                    row=report.row,
                    dataset=settings.dataset.name,
                    metric=metric,
                    n=len(values),
                    measured=mean(values) if values else None,
                    interval=cell_interval(values, generator, resamples),
                    reason=report.reason or NOT_IN_PAPER,
                    cell_id=_identity(settings, ids, report.row, metric),
                )
            )
    return cells


def _identity(
    settings: RetrievalSettings, ids: dict[str, dict[str, str]], row: str, metric: str
) -> str:
    """An agreement rests on the baseline too, and a count of weights on the passages drawn."""
    baseline = settings.experiment.baseline
    other = ids.get(str(baseline), {}).get(metric)
    options = settings.maintenance
    drawn = options.passages if options is not None and metric == "weights_changed" else None
    return digest_json([ids[row][metric], other, drawn])[:16]
