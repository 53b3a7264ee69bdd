"""From settings to a folder of counts."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import cache_root, row_settings, selected_rows
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.pages.guard import free_folder, publish
from hippo_exp.pipeline.pages.manifests import manifest_of
from hippo_exp.pipeline.planning.file_gaps import extraction_gaps
from hippo_exp.pipeline.planning.gaps import reason_of
from hippo_exp.pipeline.planning.published import published_counts
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.pipeline.statistics.checks import check_counted
from hippo_exp.pipeline.statistics.counting import PASSAGES, Counted, count_row
from hippo_exp.pipeline.statistics.page import cells_of, header_of, report_of
from hippo_exp.reporting import Results, RowReport, Stopwatch
from hippo_exp.storage import Store


def run_statistics(settings: RetrievalSettings, command: str) -> None:
    """Count, compare with the paper, write ``out/NAME/DATASET``, print the table.

    Raises:
        FaultListError: files are missing, or nothing can be counted; with ``strict=true`` a count
            that cannot be made or is not the paper's, each named with both numbers.
        StoreError: the folder holds results that would be lost; told before anything is counted.
        HippoExpError: as the stages raise them; then no result is written.
    """
    watch = Stopwatch()
    with watch.stage("load"):
        inputs = read_inputs(settings)
    rows = selected_rows(settings)
    if settings.dry_run:
        for row in rows:
            reason = reason_of(extraction_gaps(row_settings(settings, row)))
            print(f"{row.id:34} {f'cannot run: {reason}' if reason else 'runs'}")
        return
    folder = free_folder(results_folder(settings), settings, _not_counted(settings, rows))
    store = Store(cache_root(settings.cache.root), waiting=say)
    bench = Workbench(inputs, store, watch)
    counted = []
    for row in rows:
        with watch.stage(row.id):
            counted.append(count_row(settings, row, bench))
    paper = published_counts(settings)
    check_counted(settings, counted, paper)
    reports = [report_of(item) for item in counted]
    not_run = [report.row for report in reports if report.reason]
    results = Results(
        cells=[cell for item in counted for cell in cells_of(settings, item, inputs, paper)],
        reports=reports,
        header=header_of(settings, inputs, command),
        manifest=_manifest(settings, inputs, counted, reports, bench, command),
        paper=paper.cells,
        strict=settings.strict,
    )
    folder = publish(folder, settings, results, not_run)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")
    keep_to_cap(settings.cache)


def _not_counted(settings: RetrievalSettings, rows: Sequence[RowSettings]) -> list[str]:
    """Rows of which nothing can be counted, as far as that is known before counting."""
    if PASSAGES in settings.experiment.metrics:
        return []
    return [row.id for row in rows if extraction_gaps(row_settings(settings, row))]


def _manifest(
    settings: RetrievalSettings,
    inputs: Inputs,
    counted: Sequence[Counted],
    reports: Sequence[RowReport],
    bench: Workbench,
    command: str,
) -> dict[str, object]:
    import pandas as pd

    counts = {item.row.id: dict(item.counts) for item in counted if item.counts}
    scored = Scored(pd.DataFrame(), tuple(reports), {}, counts)
    return manifest_of(settings, inputs, scored, bench, bench.watch, command)
