"""A retrieval experiment: read, plan, score, compare, publish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hippo_exp.config import cache_root, results_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.cells.keeper import keeper_of
from hippo_exp.pipeline.llm.expected import announce, permit
from hippo_exp.pipeline.llm.planned import expected_of
from hippo_exp.pipeline.llm.session import opened
from hippo_exp.pipeline.pages.by_hops import by_hops
from hippo_exp.pipeline.pages.case_study import TOP_FIVE
from hippo_exp.pipeline.pages.guard import free_folder, publish
from hippo_exp.pipeline.pages.headers import header_of
from hippo_exp.pipeline.pages.layouts import extra_files, figures_of, title_of
from hippo_exp.pipeline.pages.manifests import manifest_of
from hippo_exp.pipeline.planning.plan import PlannedRow, plan_rows, show_plan
from hippo_exp.pipeline.planning.published import Published, published
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored, score_rows
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.reporting import Results, Stopwatch, compare_rows, summarize
from hippo_exp.storage import Store
from hippo_exp.text import counted
from hippo_exp.types import Cell, Comparison

if TYPE_CHECKING:
    from pathlib import Path


LESS_KEPT = ", less the replies that are kept from earlier runs"


def run_retrieval(settings: RetrievalSettings, command: str) -> None:
    """Run an experiment and write ``out/NAME/DATASET``; print the table.

    Args:
        settings: the resolved configuration.
        command: the command that makes these results again, printed with the table.

    Raises:
        FaultListError: files are missing, or no row can run; or rows failed, which is said after
            the results of the others are written.
        HippoExpError: as the stages raise them; then no result is written.
    """
    watch = Stopwatch()
    with watch.stage("load"):
        inputs = read_inputs(settings)
    planned = plan_rows(settings, inputs)
    folder = results_folder(settings)
    expected = expected_of(settings, planned, inputs)
    if settings.dry_run:
        show_plan(settings, inputs, planned)
        if settings.llm is not None:
            announce(settings.llm, expected, kept=LESS_KEPT)
        return
    not_run = [item.row.id for item in planned if item.reason]
    folder = free_folder(folder, settings, not_run)
    if settings.llm is not None and expected:
        announce(settings.llm, expected, kept=LESS_KEPT)
        permit(settings.llm, expected)
    cache = cache_root(settings.cache.root)
    with opened(settings.llm, cache) as llm:
        bench = Workbench(inputs, Store(cache, waiting=say), watch, llm)
        with watch.stage("rows"):
            keeper = keeper_of(settings.cells, cache)
            scored = score_rows(planned, bench, settings.experiment.metrics, watch, keeper)
        if keeper.kept:
            kept = counted(keeper.kept, "ranked row")
            say(f"{kept} of earlier runs used; cells.mode=overwrite ranks them again")
    results = _results(settings, planned, scored, bench, command)
    folder = publish(folder, settings, results, not_run)
    print((folder / "table.md").read_text(encoding="utf-8"))
    if TOP_FIVE in results.extra_files:
        print(results.extra_files[TOP_FIVE].decode("utf-8"))
    say(f"written to {folder}")
    keep_to_cap(settings.cache)
    if scored.failures:
        raise FaultListError(list(scored.failures))


def results_folder(settings: RetrievalSettings) -> Path:
    """``out/NAME/LABEL``, the label being the data set's name unless one is set."""
    name = settings.label or settings.dataset.name
    return results_root(settings.out) / settings.experiment.name / name


def _results(
    settings: RetrievalSettings,
    planned: Sequence[PlannedRow],
    scored: Scored,
    bench: Workbench,
    command: str,
) -> Results:
    """Numbers, comparisons, pages and figures of the rows that were run."""
    inputs = bench.inputs
    paper = published(settings, inputs.dataset, planned)
    with bench.watch.stage("statistics"):
        cells = _cells(settings, inputs, planned, scored, paper)
        comparisons = _comparisons(settings, inputs, scored, paper)
    labels = {report.row: report.label for report in scored.reports}
    header = header_of(settings, inputs, planned, command)
    partial = partial_of(inputs.dataset)
    title = title_of(settings, cells, encoder=header.encoder, partial=partial)
    split = by_hops(settings, inputs.dataset, scored.frame, labels, title)
    return Results(
        cells=cells,
        reports=scored.reports,
        header=header,
        manifest=manifest_of(settings, inputs, scored, bench, bench.watch, command, planned),
        frame=scored.frame,
        comparisons=comparisons,
        paper=paper.cells,
        figures={**figures_of(settings, cells, comparisons, labels, title=title), **split.figures},
        rankings=scored.rankings,
        passage_ids=[passage.id for passage in inputs.dataset.passages],
        extra_files={**extra_files(settings, planned, scored, bench, command), **split.files},
        strict=settings.strict,
    )


def _cells(
    settings: RetrievalSettings,
    inputs: Inputs,
    planned: Sequence[PlannedRow],
    scored: Scored,
    paper: Published,
) -> list[Cell]:
    cells = summarize(
        scored.frame,
        scored.reports,
        experiment=settings.experiment.name,
        dataset=inputs.dataset.name,
        metrics=settings.experiment.metrics,
        seed=settings.seed,
        paper=paper.cells,
        paper_reason=paper.reason,
        row_reasons=paper.row_reasons,
        resamples=settings.evaluation.bootstrap_resamples,
    )
    ids: Mapping[str, Mapping[str, str]] = {item.row.id: item.cell_ids for item in planned}
    return [replace(cell, cell_id=ids[cell.row][cell.metric]) for cell in cells]


def _comparisons(
    settings: RetrievalSettings, inputs: Inputs, scored: Scored, paper: Published
) -> list[Comparison]:
    """The rows against the baseline, then those against further ones."""
    rows = [report.row for report in scored.reports]
    families: list[tuple[str, Sequence[str]]] = []
    if settings.experiment.baseline is not None:
        families.append((settings.experiment.baseline, rows))
    families += settings.experiment.against.items()
    found: list[Comparison] = []
    for baseline, compared in families:
        found += compare_rows(
            scored.frame,
            [row for row in rows if row in compared],
            baseline,
            experiment=settings.experiment.name,
            dataset=inputs.dataset.name,
            metrics=settings.experiment.metrics,
            seed=settings.seed,
            paper=paper.effects,
            resamples=settings.evaluation.bootstrap_resamples,
            permutations=settings.evaluation.permutation_resamples,
        )
    return found
