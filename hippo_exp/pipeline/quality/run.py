"""From gold triples and extractions to a folder of scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hippo_exp.config import results_root, selected_rows
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import DataError, FaultListError
from hippo_exp.evaluation.carb_sums import QUALITY_METRICS
from hippo_exp.pipeline.pages.guard import free_folder, publish
from hippo_exp.pipeline.planning.gaps import reason_of, remedy_of
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.quality.gaps import quality_gaps
from hippo_exp.pipeline.quality.material import Material, read_material
from hippo_exp.pipeline.quality.page import (
    paper_column,
    quality_cells,
    quality_header,
    quality_manifest,
    quality_reports,
)
from hippo_exp.pipeline.quality.scoring import ScoredRow, match, score_quality
from hippo_exp.reporting import Results, Stopwatch
from hippo_exp.reporting.figures import noise_figure, recall_figure
from hippo_exp.reporting.passage_sums import PER_PASSAGE, passage_sums_bytes
from hippo_exp.types import Cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def run_quality(settings: RetrievalSettings, command: str) -> None:
    """Score an extraction, write ``out/NAME/DATASET``, print the table.

    Args:
        settings: the resolved configuration, with ``quality``.
        command: the command that makes these results again.

    Raises:
        FaultListError: there are no gold triples or no extraction; what is lacking is named.
        DataError: a file is damaged, or gold and extraction are of different passages.
        StoreError: the folder holds results that would be lost.
    """
    rows = selected_rows(settings)
    gaps = {row.id: quality_gaps(settings, row) for row in rows}
    if settings.dry_run:
        for row in rows:
            reason = reason_of(gaps[row.id])
            print(f"{row.id:34} {f'cannot run: {reason}' if reason else 'runs'}")
        return
    lacking = dict.fromkeys(gap for found in gaps.values() for gap in found)
    if lacking:  # gold and extraction are the same for all rows
        raise FaultListError(
            [
                DataError(gap.reason, where=settings.dataset.name, fix=remedy_of([gap]))
                for gap in lacking
            ]
        )
    watch = Stopwatch()
    with watch.stage("load"):
        material = read_material(settings, rows)
    name = settings.label or material.name
    folder = free_folder(results_root(settings.out) / settings.experiment.name / name, settings)
    with watch.stage("matching"):
        matched = match(material)
    with watch.stage("statistics"):
        scored = score_quality(settings, rows, matched)
    sums = {PER_PASSAGE: passage_sums_bytes(matched.lengths, matched.sums)}
    results = _results(settings, material, scored, watch, command, sums)
    folder = publish(folder, settings, results)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")


def _results(
    settings: RetrievalSettings,
    material: Material,
    scored: Sequence[ScoredRow],
    watch: Stopwatch,
    command: str,
    files: dict[str, bytes],
) -> Results:
    reports = quality_reports(scored)
    paper = paper_column(settings, material)
    cells = quality_cells(settings, scored, material, paper)
    header = quality_header(settings, material, command)
    title = f"{header.title}\n{material.name} (n = {header.n:,} passages)"
    return Results(
        cells=cells,
        reports=reports,
        header=header,
        manifest=quality_manifest(settings, material, scored, reports, watch, command),
        paper=paper,
        figures=_figures(cells, [item.row for item in scored], title),
        extra_files=files,
        strict=settings.strict,
    )


def _figures(cells: Sequence[Cell], rows: Sequence[RowSettings], title: str) -> dict[str, Figure]:
    """The scores by length; and how they follow the faults of a generated extraction."""
    scores = [cell for cell in cells if cell.metric in QUALITY_METRICS]
    noise = {
        row.id: row.score.noise.model_dump()
        for row in rows
        if row.score is not None and row.score.noise is not None
    }
    by_length = [cell for cell in scores if cell.row not in noise]
    figures = {}
    if by_length:
        labels = {row.id: row.label for row in rows if row.id not in noise}
        figures["quality"] = recall_figure(by_length, labels, title=title)
    if len(noise) > 1 and {"precision", "recall"} <= {cell.metric for cell in scores}:
        faults = f"{title}, one fault at a time"
        figures["noise"] = noise_figure(scores, noise, title=faults)
    return figures
