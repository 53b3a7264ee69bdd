"""Everything that the maintenance experiment leaves, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.maintenance.cells import maintenance_cells
from hippo_exp.pipeline.maintenance.growing import Step, number_added
from hippo_exp.pipeline.maintenance.pages import GROWTH, GROWTH_PAGE, growth_csv, growth_page
from hippo_exp.pipeline.pages.headers import header_of
from hippo_exp.pipeline.pages.manifests import manifest_of
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.reporting import Results, RowReport, TableHeader, compare_rows
from hippo_exp.reporting.figures import effects_figure
from hippo_exp.reporting.figures.maintenance import maintenance_figure
from hippo_exp.types import Comparison, Dataset

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SHOWN_DEPTH = 5
"""Depth of the overlap in the figure."""


@dataclass(frozen=True)
class Maintained:
    """The experiment before it is published.

    Attributes:
        settings: of the experiment.
        planned: the rows.
        scored: their rankings and recall.
        frame: columns ``row, qid, metric, value`` of everything measured.
        steps: the growing index.
    """

    settings: RetrievalSettings
    planned: tuple[PlannedRow, ...]
    scored: Scored
    frame: pd.DataFrame
    steps: Sequence[Step]


def maintenance_results(done: Maintained, bench: Workbench, command: str) -> Results:
    """Cells, comparisons, pages and figures.

    Args:
        done: what was measured.
        bench: what it was measured with.
        command: the command that makes it again.
    """
    settings, dataset, scored = done.settings, bench.inputs.dataset, done.scored
    reports = scored.reports
    with bench.watch.stage("statistics"):
        cells = maintenance_cells(settings, done.planned, reports, done.frame)
        comparisons = _comparisons(settings, dataset, scored, reports)
    header = header_of(settings, bench.inputs, done.planned, command)
    assert settings.maintenance is not None
    count = number_added(settings.maintenance.passages, len(dataset.passages))
    page = growth_page(done.steps, count, dataset=dataset.name, command=command)
    return Results(
        cells=cells,
        reports=reports,
        header=header,
        manifest=manifest_of(
            settings, bench.inputs, scored, bench, bench.watch, command, done.planned
        ),
        frame=done.frame,
        comparisons=comparisons,
        figures=_figures(done, dataset, comparisons, reports, header),
        rankings=scored.rankings,
        passage_ids=[passage.id for passage in dataset.passages],
        extra_files={GROWTH: growth_csv(done.steps), GROWTH_PAGE: page.encode("utf-8")},
        strict=settings.strict,
    )


def _comparisons(
    settings: RetrievalSettings, dataset: Dataset, scored: Scored, reports: Sequence[RowReport]
) -> list[Comparison]:
    """Effects on recall."""
    if settings.experiment.baseline is None:
        return []
    return compare_rows(
        scored.frame,
        [report.row for report in reports],
        settings.experiment.baseline,
        experiment=settings.experiment.name,
        dataset=dataset.name,
        metrics=list(dict.fromkeys(scored.frame["metric"])),
        seed=settings.seed,
        resamples=settings.evaluation.bootstrap_resamples,
        permutations=settings.evaluation.permutation_resamples,
    )


def _figures(
    done: Maintained,
    dataset: Dataset,
    comparisons: Sequence[Comparison],
    reports: Sequence[RowReport],
    header: TableHeader,
) -> dict[str, Figure]:
    partial, n = partial_of(dataset), len(dataset.questions)
    number = f"PARTIAL n={partial[0]} of {partial[1]}" if partial else f"n = {n}"
    title = f"{header.title}\n{dataset.name} ({number}), encoder {header.encoder}"
    labels = {report.row: report.label for report in reports}
    baseline = done.settings.experiment.baseline or ""
    lines: Mapping[str, Sequence[float]] = {
        "node specificities": [step.specificities for step in done.steps],
        "inverse document frequencies": [step.idfs for step in done.steps],
        "edge weights, index kept up to date": [step.pairs for step in done.steps],
        "edge weights, index built from scratch": [step.built_pairs for step in done.steps],
    }
    shared = done.frame[done.frame["metric"] == f"overlap@{SHOWN_DEPTH}"]
    figures = {
        "maintenance": maintenance_figure(
            [step.passages for step in done.steps],
            lines,
            {labels[str(row)]: own["value"].tolist() for row, own in shared.groupby("row")},
            k=SHOWN_DEPTH,
            against=labels.get(baseline, ""),
            title=title,
        )
    }
    if comparisons:
        named = f"{title}; row minus {labels[baseline]}"
        figures["effects"] = effects_figure(comparisons, labels, title=named)
    return figures
