"""Figures and further files of each kind of experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.llm.answering import answers_file
from hippo_exp.pipeline.pages.case_study import case_study_files
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.graph_report import graph_page
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.reporting.figures import effects_figure, grid_figure, recall_figure
from hippo_exp.types import Cell, Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def title_of(
    settings: RetrievalSettings,
    cells: Sequence[Cell],
    *,
    encoder: str,
    partial: tuple[int, int] | None,
) -> str:
    """Title of a figure, which names data, number of questions and encoder.

    Args:
        settings: of the experiment.
        cells: that are drawn.
        encoder: as it is labelled; empty where no row uses one.
        partial: questions that were scored and that there are, where only a sample was scored.
    """
    n = max(cell.n for cell in cells)
    number = f"PARTIAL n={partial[0]} of {partial[1]}" if partial else f"n = {n}"
    named = f", encoder {encoder}" if encoder else ""
    return f"{settings.experiment.title}\n{cells[0].dataset} ({number}){named}"


def figures_of(
    settings: RetrievalSettings,
    cells: Sequence[Cell],
    comparisons: Sequence[Comparison],
    labels: Mapping[str, str],
    *,
    title: str,
) -> dict[str, Figure]:
    """File stem -> figure.

    Args:
        settings: of the experiment.
        cells, comparisons: that are drawn; of the latter those with the table's baseline.
        labels: row id -> label.
        title: see :func:`title_of`.
    """
    if settings.experiment.layout == "case_study":
        return {}
    if settings.experiment.layout == "grid":
        points = _grid_points(settings)
        chosen = points.get(settings.experiment.baseline or "")
        return {"grid": grid_figure(cells, points, title=title, chosen=chosen)}
    stem = "recall" if settings.reader is None else "answers"
    figures = {stem: recall_figure(cells, labels, title=title)}
    baseline = settings.experiment.baseline
    drawn = [item for item in comparisons if item.baseline == baseline]
    if baseline is not None and drawn:
        figures["effects"] = effects_figure(
            drawn, labels, title=f"{title}; row minus {labels[baseline]}"
        )
    return figures


def extra_files(
    settings: RetrievalSettings,
    planned: Sequence[PlannedRow],
    scored: Scored,
    bench: Workbench,
    command: str,
) -> dict[str, bytes]:
    """Relative name -> bytes of what else an experiment leaves."""
    files: dict[str, bytes] = {}
    if scored.graphs:
        files["graph.md"] = graph_page(planned, scored.graphs).encode("utf-8")
    if scored.answers:
        files["answers.jsonl.gz"] = answers_file(scored.answers)
    if settings.experiment.layout == "case_study":
        files |= case_study_files(planned, scored, bench, command)
    return files


def _grid_points(settings: RetrievalSettings) -> dict[str, tuple[float, float]]:
    """Row id -> (restart probability, synonymy threshold)."""
    return {
        row.id: (
            float(row.set["expansion.restart_prob"]),
            float(row.set["synonymy.threshold"]),
        )
        for row in settings.experiment.rows
    }
