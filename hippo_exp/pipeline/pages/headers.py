"""What stands above a table and in its manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hippo_exp.config import changes, encoder_label, preset_label, project_root
from hippo_exp.config.schema import PPRSettings, RetrievalSettings
from hippo_exp.datasets import entities_digest
from hippo_exp.pipeline.llm.multi_step import step_limit
from hippo_exp.pipeline.llm.roles import Role, models_of
from hippo_exp.pipeline.llm.rows import roles_of
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.files import openie_file, query_entities_file
from hippo_exp.pipeline.source.inputs import GRAPH_RETRIEVERS, QUERY_NER_NOTE, Inputs
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.pipeline.stages import merged_stages
from hippo_exp.reporting import (
    RowReport,
    Stopwatch,
    TableHeader,
    collect_environment,
    make_manifest,
)
from hippo_exp.text import counted

OWN_PROMPTS = "prompts of the language model are this project's own, not the paper's"


def header_of(
    settings: RetrievalSettings, inputs: Inputs, planned: Sequence[PlannedRow], command: str
) -> TableHeader:
    """Title, data, n, method settings, command, and every label that must not be missed."""
    dataset, changed = inputs.dataset, changes(settings)
    return TableHeader(
        title=settings.experiment.title,
        dataset=dataset.name,
        n=len(dataset.questions),
        gold_unit=dataset.gold_unit,
        encoder=encoder_label(settings) if _any_uses_encoder(planned) else "",
        query_entities=_query_entities(settings, inputs) if _any_uses_graph(planned) else "",
        preset=preset_label(settings, changed),
        command=command,
        notes=(
            *dataset.notes,
            *settings.dataset.notes,
            *_failed_extractions(inputs),
            *([OWN_PROMPTS] if _asking(planned) else []),
            *([f"settings changed: {', '.join(changed)}"] if changed else []),
        ),
        facts=_facts(settings, inputs, planned),
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
        "pagerank": bench.solves,
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
    rows = {item.row.id: item for item in planned if _uses_graph(item)}
    return [
        replace(
            report,
            solvers=bench.solvers(rows[report.row].settings, str(rows[report.row].row.searcher)),
        )
        if report.row in rows
        else report
        for report in scored.reports
    ]


def _encoders(planned: Sequence[PlannedRow]) -> dict[str, dict[str, object]]:
    """Row -> identity of its encoder: digest of the checkpoint, and all that changes a vector."""
    return {
        item.row.id: {
            "name": item.settings.encoder.name,
            **make_encoder(item.settings.encoder).identity,
        }
        for item in planned
        if _uses_encoder(item)
    }


def _failed_extractions(inputs: Inputs) -> list[str]:
    """One label for each extraction in which passages failed."""
    notes = []
    for name, extraction in sorted(inputs.extractions.items()):
        failed = sum(item.status not in ("ok", "ok_empty") for item in extraction.passages)
        if failed:
            total = counted(len(extraction.passages), "passage")
            notes.append(f"extraction {name} failed for {failed} of {total}")
    return notes


def _facts(
    settings: RetrievalSettings, inputs: Inputs, planned: Sequence[PlannedRow]
) -> tuple[tuple[str, str], ...]:
    facts = [("passages", f"{len(inputs.dataset.passages):,}")]
    if settings.llm is not None and _asking(planned):
        facts.append(("language model", ", ".join(models_of(settings.llm, _asking(planned)))))
    if settings.ircot is not None and any(item.row.inner and not item.reason for item in planned):
        facts.append(("IRCoT steps", str(step_limit(settings))))
    if _any_uses_graph(planned):
        facts.append(("extraction", _extraction(settings, inputs)))
        varied = settings.experiment.layout == "grid"
        if isinstance(settings.expansion, PPRSettings) and not varied:
            facts.append(("restart probability", f"{settings.expansion.restart_prob:g}"))
        if settings.synonymy.enabled and not varied:
            facts.append(("synonymy threshold", f"{settings.synonymy.threshold:g}"))
    counts = inputs.dataset.counts
    facts += [
        (name.replace("_", " "), f"{counts[name]:,}")
        for name in ("duplicate_passages", "questions_without_gold")
        if counts.get(name)
    ]
    return tuple(facts)


def _extraction(settings: RetrievalSettings, inputs: Inputs) -> str:
    name = settings.openie.extractor
    if settings.dataset.format == "synthetic":
        return "by the generator"
    entry = settings.dataset.openie.get(name)
    path = openie_file(settings)
    if entry is None or path is None:
        return name
    return entry.note or f"{path.name}"


def _query_entities(settings: RetrievalSettings, inputs: Inputs) -> str:
    if settings.query_ner == "capitalized":
        return QUERY_NER_NOTE
    if settings.dataset.format == "synthetic":
        return "by the generator"
    entry = settings.dataset.query_entities
    path = query_entities_file(settings)
    if inputs.entities_missing or entry is None or path is None:
        return "none"
    return entry.note or path.name


def _uses_encoder(item: PlannedRow) -> bool:
    return item.row.searcher not in (None, "bm25") and not item.reason


def _uses_graph(item: PlannedRow) -> bool:
    return item.row.searcher in GRAPH_RETRIEVERS and not item.reason


def _asking(planned: Sequence[PlannedRow]) -> tuple[Role, ...]:
    """The roles in which the rows that run ask a language model."""
    asked = (roles_of(item.settings, item.row) for item in planned if not item.reason)
    return tuple(dict.fromkeys(role for roles in asked for role in roles))


def _any_uses_encoder(planned: Sequence[PlannedRow]) -> bool:
    return any(_uses_encoder(item) for item in planned)


def _any_uses_graph(planned: Sequence[PlannedRow]) -> bool:
    return any(_uses_graph(item) for item in planned)
