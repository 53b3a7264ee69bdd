"""From settings to a folder: rank, compare the weights, grow an index, publish."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.evaluation import rng_for
from hippo_exp.graph.incremental import IndexedPassage
from hippo_exp.pipeline.begun import begin
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.maintenance.growing import (
    Step,
    grow,
    index_rules,
    lookup,
    number_added,
)
from hippo_exp.pipeline.maintenance.pages import GROWTH_PAGE
from hippo_exp.pipeline.maintenance.preflight import metrics_of_rankings
from hippo_exp.pipeline.maintenance.results import Maintained, maintenance_results
from hippo_exp.pipeline.maintenance.values import (
    WEIGHTS_CHANGED,
    Records,
    agreement_records,
    as_frame,
    weight_records,
)
from hippo_exp.pipeline.pages.guard import publish
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored, score_rows


def run_maintenance(settings: RetrievalSettings, command: str) -> None:
    """Run the experiment and write ``out/NAME/DATASET``; print the table and the growing index.

    Args:
        settings: the resolved configuration, with ``maintenance``.
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
        scored = score_rows(planned, bench, metrics_of_rankings(settings), watch, begun.keeper)
    with watch.stage("weights"):
        records = _records(settings, planned, scored, bench)
    with watch.stage("growth"):
        steps = _steps(settings, planned, bench)
    frame = scored.frame
    if records:
        import pandas as pd

        frame = pd.concat([frame, as_frame(records)], ignore_index=True)
    done = Maintained(settings, planned, scored, frame, steps)
    results = maintenance_results(done, bench, command)
    folder = publish(begun.folder, settings, results, begun.not_run)
    for name in ("table.md", GROWTH_PAGE):
        print((folder / name).read_text(encoding="utf-8"))
    say(f"written to {folder}")
    keep_to_cap(settings.cache)
    if scored.failures:
        raise FaultListError(list(scored.failures))


def _records(
    settings: RetrievalSettings,
    planned: Sequence[PlannedRow],
    scored: Scored,
    bench: Workbench,
) -> Records:
    """Agreement of the rows that ran with the baseline, and the weights that passages change."""
    metrics = settings.experiment.metrics
    records = agreement_records(scored.rankings, settings.experiment.baseline or "", metrics)
    if WEIGHTS_CHANGED not in metrics:
        return records
    ids = [passage.id for passage in bench.inputs.dataset.passages]
    assert settings.maintenance is not None
    count = min(settings.maintenance.passages, len(ids))
    rng = rng_for(settings.seed, "maintenance", "weights")
    drawn = np.sort(rng.choice(len(ids), count, replace=False))
    for item in planned:
        if item.row.id in scored.rankings:
            graph = bench.index(item.settings).graph
            kind = item.settings.retriever.hipporag.node_specificity
            records += weight_records(item.row.id, graph, kind, drawn, ids)
    return records


def _steps(
    settings: RetrievalSettings, planned: Sequence[PlannedRow], bench: Workbench
) -> list[Step]:
    """The growing index of the first row that ran; all rows have the same."""
    first = next(item for item in planned if not item.reason)
    index, options = bench.index(first.settings), settings.maintenance
    assert options is not None
    records = bench.inputs.extraction(first.settings).passages
    passages = [
        IndexedPassage(passage.id, record, passage.contents)
        for passage, record in zip(bench.inputs.dataset.passages, records, strict=True)
    ]
    order = rng_for(settings.seed, "maintenance", "order").permutation(len(passages))
    steps, _ = grow(
        index_rules(first.settings),
        lookup(index),
        passages,
        order,
        sizes=options.sizes,
        n_added=number_added(options.passages, len(passages)),
    )
    return steps
