"""Everything that the error analysis leaves, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation.errors import ERROR_CLASSES, Crossed
from hippo_exp.pipeline.errors.cells import error_cells, error_reports, paper_shares
from hippo_exp.pipeline.errors.diagnosing import Missed
from hippo_exp.pipeline.errors.lists import cross_rows, crosstab_csv, errors_csv
from hippo_exp.pipeline.errors.pages import crosstab_page, examples_page
from hippo_exp.pipeline.errors.values import SHARES, error_values
from hippo_exp.pipeline.pages.headers import header_of
from hippo_exp.pipeline.pages.manifests import manifest_of
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.planning.published import published
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.reporting import Results, RowReport, TableHeader, compare_rows
from hippo_exp.reporting.figures import errors_figure
from hippo_exp.reporting.figures.errors import OTHER
from hippo_exp.types import Comparison, Dataset

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ERRORS, EXAMPLES = "errors.csv", "examples.md"
CROSSTAB, CROSSTAB_PAGE = "crosstab.csv", "crosstab.md"


@dataclass(frozen=True)
class Analysed:
    """An error analysis before it is published.

    Attributes:
        settings: of the experiment.
        planned: the rows.
        scored: their rankings and all-recall.
        missed: row id -> what it misses, and why; the rows in order.
        k: the depth.
    """

    settings: RetrievalSettings
    planned: tuple[PlannedRow, ...]
    scored: Scored
    missed: Mapping[str, Missed]
    k: int

    @property
    def baseline(self) -> str:
        """The row whose misses are shown and crossed; empty for none."""
        return self.settings.experiment.baseline or ""


def error_results(analysed: Analysed, bench: Workbench, command: str) -> Results:
    """Cells, comparisons, pages and figure of an analysis.

    Args:
        analysed: the analysis.
        bench: what it was made with.
        command: the command that makes it again.
    """
    settings, dataset, scored = analysed.settings, bench.inputs.dataset, analysed.scored
    paper = published(settings, dataset, analysed.planned)
    n, by_hand = len(dataset.questions), paper_shares(paper)
    reports = error_reports(scored.reports, analysed.missed, n, analysed.k, by_hand)
    labels = {report.row: report.label for report in reports}
    with bench.watch.stage("statistics"):
        frame = error_values(scored.frame, analysed.missed, settings.experiment.metrics)
        cells = error_cells(settings, analysed.planned, reports, frame, paper)
        comparisons = _comparisons(settings, dataset, frame, reports)
        crossed = cross_rows(dataset, analysed.missed, analysed.baseline)
    header = header_of(settings, bench.inputs, analysed.planned, command)
    header = _with_meaning(header, analysed.k)
    whole = replace(scored, reports=reports)
    return Results(
        cells=cells,
        reports=reports,
        header=header,
        manifest=manifest_of(
            settings, bench.inputs, whole, bench, bench.watch, command, analysed.planned
        ),
        frame=frame,
        comparisons=comparisons,
        paper=paper.cells,
        figures={"errors": _figure(analysed, dataset, crossed, labels, header)},
        rankings=scored.rankings,
        passage_ids=[passage.id for passage in dataset.passages],
        extra_files=_files(analysed, dataset, crossed, labels),
        strict=settings.strict,
    )


def _with_meaning(header: TableHeader, k: int) -> TableHeader:
    missed = f"a gold passage is not among the first {k}"
    return replace(header, facts=(*header.facts, ("missed", missed)))


def _comparisons(
    settings: RetrievalSettings, dataset: Dataset, frame: pd.DataFrame, reports: Sequence[RowReport]
) -> list[Comparison]:
    """Effects on what every question has a value of."""
    if settings.experiment.baseline is None:
        return []
    return compare_rows(
        frame,
        [report.row for report in reports],
        settings.experiment.baseline,
        experiment=settings.experiment.name,
        dataset=dataset.name,
        metrics=[metric for metric in settings.experiment.metrics if metric not in SHARES],
        seed=settings.seed,
        resamples=settings.evaluation.bootstrap_resamples,
        permutations=settings.evaluation.permutation_resamples,
    )


def _files(
    analysed: Analysed, dataset: Dataset, crossed: Sequence[Crossed], labels: Mapping[str, str]
) -> dict[str, bytes]:
    baseline, missed, options = analysed.baseline, analysed.missed, analysed.settings.errors
    files = {ERRORS: errors_csv(dataset, missed)}
    if crossed:
        files[CROSSTAB] = crosstab_csv(crossed, baseline)
        files[CROSSTAB_PAGE] = crosstab_page(crossed, labels, baseline).encode("utf-8", "replace")
    if baseline in missed and missed[baseline].diagnoses is not None and options is not None:
        count = options.examples
        page = examples_page(dataset, missed, labels, baseline, k=analysed.k, count=count)
        files[EXAMPLES] = page.encode("utf-8", "replace")
    return files


def _figure(
    analysed: Analysed,
    dataset: Dataset,
    crossed: Sequence[Crossed],
    labels: Mapping[str, str],
    header: TableHeader,
) -> Figure:
    counts: dict[str, dict[str, int]] = {}
    for row, found in analysed.missed.items():
        causes = [diagnosis.cause for diagnosis in (found.diagnoses or {}).values()]
        counts[row] = {cause: causes.count(cause) for cause in ERROR_CLASSES}
        counts[row][OTHER] = len(found.keys) - len(causes)
    n, partial = len(dataset.questions), partial_of(dataset)
    number = f"PARTIAL n={partial[0]} of {partial[1]}" if partial else f"n = {n}"
    named = f", encoder {header.encoder}" if header.encoder else ""
    title = f"{header.title}\n{dataset.name} ({number}), missed at {analysed.k}{named}"
    return errors_figure(counts, crossed, labels, n=n, title=title)
