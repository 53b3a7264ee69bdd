"""What a cell of any table lacks here, told without reading a file."""

from __future__ import annotations

from hippo_exp.config import row_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.pipeline.planning.availability import encoder_gaps, row_gaps
from hippo_exp.pipeline.planning.file_gaps import dataset_gaps, extraction_gaps
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.quality.gaps import quality_gaps
from hippo_exp.pipeline.run.graph_report import COUNT_NAMES
from hippo_exp.pipeline.statistics.counting import PASSAGES, synonymy_settings


def gaps_of_cell(settings: RetrievalSettings, row: RowSettings, metric: str) -> tuple[Gap, ...]:
    """What one cell lacks here, told without reading a file; of any kind of table."""
    if settings.experiment.layout == "openie_quality":
        return quality_gaps(settings, row)
    if settings.experiment.layout != "statistics":
        return row_gaps(row_settings(settings, row), row)
    gaps = dataset_gaps(settings)
    if metric != PASSAGES:
        gaps += extraction_gaps(row_settings(settings, row))
    if metric not in COUNT_NAMES:
        gaps += encoder_gaps(synonymy_settings(settings, row, metric))
    return tuple(gaps)


def gaps_of_row(settings: RetrievalSettings, row: RowSettings) -> tuple[Gap, ...]:
    """What any cell of a row lacks here; see :func:`gaps_of_cell`."""
    metrics = settings.experiment.metrics
    if settings.experiment.layout != "statistics":
        metrics = metrics[:1]
    found = [gap for metric in metrics for gap in gaps_of_cell(settings, row, metric)]
    return tuple(dict.fromkeys(found))
