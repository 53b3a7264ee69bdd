"""What stands in the manifest of a retrieval table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hippo_exp.config import project_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.datasets import entities_digest
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.pages.headers import uses_encoder, uses_graph
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.inputs import (
    Inputs,
)
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.pipeline.stages import merged_stages
from hippo_exp.reporting import (
    RowReport,
    Stopwatch,
    collect_environment,
    make_manifest,
)


def manifest_of(
    settings: RetrievalSettings,
    inputs: Inputs,
    scored: Scored,
    bench: Workbench,
    watch: Stopwatch,
    command: str,
    planned: Sequence[PlannedRow] = (),
) -> dict[str, object]:
    """Everything that is needed to make the numbers again, and what making them took."""
    digests = {
        "dataset": inputs.dataset.digest,
        "query_entities": entities_digest(inputs.dataset.questions),
    }
    digests |= {f"openie:{name}": item.digest for name, item in inputs.extractions.items()}
    extra = {
        "command": command,
        "counts": dict(inputs.dataset.counts),
        "graphs": scored.graphs,
        "pagerank": bench.all_solves(),
        "encoders": _encoders(planned),
        "cache": {"hits": dict(bench.store.hits), "misses": dict(bench.store.misses)},
        "questions": [question.id for question in inputs.dataset.questions]
        if settings.limit is not None
        else None,
    }
    return make_manifest(
        experiment=settings.experiment.name,
        dataset=inputs.dataset.name,
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs=digests,
        environment=collect_environment(project_root()),
        stages=merged_stages(watch.records),
        llm=bench.llm.report() if bench.llm is not None else None,
        reports=_with_solvers(scored, bench, planned),
        partial=partial_of(inputs.dataset),
        extra=extra,
    )


def _with_solvers(
    scored: Scored, bench: Workbench, planned: Sequence[PlannedRow]
) -> list[RowReport]:
    rows = {item.row.id: item for item in planned if uses_graph(item)}
    return [
        replace(
            report,
            solvers=_solvers(bench, rows[report.row]),
        )
        if report.row in rows
        else report
        for report in scored.reports
    ]


def _solvers(bench: Workbench, item: PlannedRow) -> tuple[str, ...]:
    """The PageRank solvers that a row's questions were given to, in the order of use."""
    reports = bench.solves(item.settings, str(item.row.searcher))
    return tuple(dict.fromkeys(str(report["solver"]) for report in reports))


def _encoders(planned: Sequence[PlannedRow]) -> dict[str, dict[str, object]]:
    """Row -> identity of its encoder: digest of the checkpoint, and all that changes a vector."""
    return {
        item.row.id: {
            "name": item.settings.encoder.name,
            **make_encoder(item.settings.encoder).identity,
        }
        for item in planned
        if uses_encoder(item)
    }
