"""The error analysis: rank, find what is missed and why, compare the rows, publish."""

from __future__ import annotations

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.begun import begin
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.errors.diagnosing import diagnose_row
from hippo_exp.pipeline.errors.results import CROSSTAB_PAGE, Analysed, error_results
from hippo_exp.pipeline.pages.guard import publish
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.run.scoring import score_rows


def run_errors(settings: RetrievalSettings, command: str) -> None:
    """Run the error analysis and write ``out/NAME/DATASET``; print the table and the crosstab.

    Args:
        settings: the resolved configuration, with ``errors``.
        command: the command that makes these results again.

    Raises:
        FaultListError: files are missing, or no row can run; or rows failed, which is said after
            the results of the others are written.
        HippoExpError: as the stages raise them; then no result is written.
    """
    assert settings.errors is not None
    k = settings.errors.k
    begun = begin(settings)
    if begun is None:
        return
    planned, bench, watch = begun.planned, begun.bench, begun.bench.watch
    with watch.stage("rows"):
        scored = score_rows(planned, bench, [f"all_recall@{k}"], watch, begun.keeper)
    with watch.stage("diagnosis"):
        missed = {
            item.row.id: diagnose_row(item, scored.rankings[item.row.id], bench, k)
            for item in planned
            if item.row.id in scored.rankings
        }
    results = error_results(Analysed(settings, planned, scored, missed, k), bench, command)
    folder = publish(begun.folder, settings, results, begun.not_run)
    for name in ("table.md", CROSSTAB_PAGE):
        if name == "table.md" or name in results.extra_files:
            print((folder / name).read_text(encoding="utf-8"))
    say(f"written to {folder}")
    keep_to_cap(settings.cache)
    if scored.failures:
        raise FaultListError(list(scored.failures))
