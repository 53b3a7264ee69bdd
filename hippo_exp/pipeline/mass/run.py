"""Split the mass of passages into its parts, compare with HippoRAG, publish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.begun import begin
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.mass.figures import mass_figures
from hippo_exp.pipeline.mass.groups import TRAITS, GainGroup, gain_groups
from hippo_exp.pipeline.mass.measuring import measure_masses
from hippo_exp.pipeline.mass.pages import questions_csv, questions_page
from hippo_exp.pipeline.mass.question import K, QuestionMass
from hippo_exp.pipeline.mass.values import mass_values
from hippo_exp.pipeline.pages.guard import publish
from hippo_exp.pipeline.pages.headers import header_of
from hippo_exp.pipeline.pages.layouts import title_of
from hippo_exp.pipeline.pages.manifests import manifest_of
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored, score_rows
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.reporting import Results, summarize

CSV, PAGE = "questions.csv", "questions.md"
_NOT_IN_PAPER = "no published value for this experiment"


@dataclass(frozen=True)
class _Analysed:
    """An analysis before it is published.

    Attributes:
        settings: of the experiment.
        planned: the rows.
        scored: their rankings.
        found: row id -> its questions; rows that did not run are left out.
    """

    settings: RetrievalSettings
    planned: Sequence[PlannedRow]
    scored: Scored
    found: Mapping[str, tuple[QuestionMass, ...]]


def run_mass(settings: RetrievalSettings, command: str) -> None:
    """Run the analysis and write ``out/NAME/DATASET``; print table and questions.

    Args:
        settings: the resolved configuration.
        command: the command that makes these results again.

    Raises:
        FaultListError: files are missing, or no row can run; or rows failed, which is said after
            the results of the others are written.
        HippoExpError: as the stages raise them; then no result is written.
    """
    begun = begin(settings)
    if begun is None:
        return
    planned, bench, watch = begun.planned, begun.bench, begun.bench.watch
    with watch.stage("rows"):
        scored = score_rows(planned, bench, [f"recall@{K}"], watch, begun.keeper)
    with watch.stage("parts"):
        found = {
            item.row.id: measure_masses(item.settings, bench, item.label)
            for item in planned
            if item.row.id in scored.rankings
        }
    results = _results(_Analysed(settings, planned, scored, found), bench, command)
    folder = publish(begun.folder, settings, results, begun.not_run)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}; which questions win and lose: {PAGE}")
    keep_to_cap(settings.cache)
    if scored.failures:
        raise FaultListError(list(scored.failures))


def _results(analysed: _Analysed, bench: Workbench, command: str) -> Results:
    settings, scored, found = analysed.settings, analysed.scored, analysed.found
    dataset, planned = bench.inputs.dataset, analysed.planned
    labels = {report.row: report.label for report in scored.reports}
    metrics = settings.experiment.metrics
    with bench.watch.stage("statistics"):
        frame = mass_values(found, metrics)
        cells = summarize(
            frame,
            scored.reports,
            experiment=settings.experiment.name,
            dataset=dataset.name,
            metrics=metrics,
            seed=settings.seed,
            paper_reason=_NOT_IN_PAPER,
            resamples=settings.evaluation.bootstrap_resamples,
        )
        groups = {row: _groups(settings, row, questions) for row, questions in found.items()}
    ids = {item.row.id: item.cell_ids for item in planned}
    cells = [replace(cell, cell_id=ids[cell.row][cell.metric]) for cell in cells]
    header = header_of(settings, bench.inputs, planned, command)
    title = title_of(settings, cells, encoder=header.encoder, partial=partial_of(dataset))
    page = questions_page(dataset, found, groups, labels)
    return Results(
        cells=cells,
        reports=scored.reports,
        header=header,
        manifest=manifest_of(settings, bench.inputs, scored, bench, bench.watch, command, planned),
        frame=frame,
        figures=mass_figures(found, groups, cells, labels, title),
        rankings=scored.rankings,
        passage_ids=[passage.id for passage in dataset.passages],
        extra_files={CSV: questions_csv(found), PAGE: page.encode("utf-8", "replace")},
        strict=settings.strict,
    )


def _groups(
    settings: RetrievalSettings, row: str, questions: Sequence[QuestionMass]
) -> dict[str, list[GainGroup]]:
    resamples = settings.evaluation.bootstrap_resamples
    return {
        trait: gain_groups(questions, row, trait, seed=settings.seed, resamples=resamples)
        for trait in TRAITS
    }
