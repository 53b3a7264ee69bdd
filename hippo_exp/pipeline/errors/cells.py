"""Cells of the error analysis, and the rows as the table names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hippo_exp.config import config_folder
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import mean, rng_for
from hippo_exp.pipeline.errors.diagnosing import Missed
from hippo_exp.pipeline.errors.values import MISSED, SHARES
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.planning.published import Published
from hippo_exp.reporting import RowReport, load_paper_table, make_cell, metric_style
from hippo_exp.reporting.per_query import values_by_cell
from hippo_exp.reporting.summarize import cell_interval
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell

if TYPE_CHECKING:
    import pandas as pd


def error_cells(
    settings: RetrievalSettings,
    planned: Sequence[PlannedRow],
    reports: Sequence[RowReport],
    frame: pd.DataFrame,
    paper: Published,
) -> list[Cell]:
    """One cell per row and metric; without a value where a row has no misses with a cause.

    Args:
        settings: of the experiment.
        planned: the rows.
        reports: the same rows as they ran.
        frame: see ``error_values``.
        paper: what the paper says about these rows.
    """
    found = values_by_cell(frame)
    ids = {item.row.id: item.cell_ids for item in planned}
    cells = []
    for report in reports:
        for metric in settings.experiment.metrics:
            values = list(found.get((report.row, metric), {}).values())
            generator = rng_for(settings.seed, report.row, metric)
            resamples = settings.evaluation.bootstrap_resamples
            cells.append(
                make_cell(
                    experiment=settings.experiment.name,
                    row=report.row,
                    dataset=settings.dataset.name,
                    metric=metric,
                    n=len(values),
                    measured=mean(values) if values else None,
                    interval=cell_interval(values, generator, resamples),
                    paper=paper.cells.get(report.row, metric) if paper.cells else None,
                    tolerance=paper.cells.tolerances.get(report.row) if paper.cells else None,
                    reason=_reason(report, metric, bool(values), paper),
                    cell_id=_identity(settings, ids[report.row][metric], metric),
                )
            )
    return cells


def error_reports(
    reports: Sequence[RowReport], missed: Mapping[str, Missed], n: int, k: int, by_hand: str
) -> tuple[RowReport, ...]:
    """The rows with the number of questions that each misses.

    Args:
        reports: as scored.
        missed: row id -> what it misses.
        n: number of questions.
        k: the depth.
        by_hand: the paper's shares, said of the first row that has causes; or empty.
    """
    found = []
    for report in reports:
        notes = [report.note] if report.note else []
        own = missed.get(report.row)
        if own is not None:
            notes.insert(0, f"{len(own.keys)} of {n} questions are missed at {k}")
            if own.diagnoses is not None and by_hand:
                notes.append(by_hand)
                by_hand = ""
        found.append(replace(report, note="; ".join(notes)))
    return tuple(found)


def paper_shares(paper: Published) -> str:
    """The paper's shares as a sentence, where none stands in a cell; else empty."""
    if paper.cells is not None:
        return ""
    table = load_paper_table(config_folder() / "paper", "table11")
    ((dataset, shares),) = next(iter(table.rows.values())).data.items()
    listed = ", ".join(f"{shares[metric]:g} % {metric_style(metric).heading}" for metric in SHARES)
    return f"the paper's shares, by hand on 100 questions of {table.datasets[dataset]}: {listed}"


def _reason(report: RowReport, metric: str, measured: bool, paper: Published) -> str:
    if report.reason or measured:
        return report.reason or paper.row_reasons.get(report.row, paper.reason)
    if metric in SHARES + MISSED and not measured:
        return "no misses that have a cause among these"
    return paper.reason


def _identity(settings: RetrievalSettings, cell_id: str, metric: str) -> str:
    """A cause rests on the depth too."""
    if metric not in SHARES + MISSED or settings.errors is None:
        return cell_id
    return digest_json([cell_id, settings.errors.k])[:16]
