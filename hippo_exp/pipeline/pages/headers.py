"""What stands above a table and in its manifest."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import changes, encoder_label, preset_label, selected_rows
from hippo_exp.config.schema import GENERATED_FORMATS, PPRSettings, RetrievalSettings
from hippo_exp.config.schema.retrievers import encodes, on_graph
from hippo_exp.pipeline.llm.multi_step import step_limit
from hippo_exp.pipeline.llm.roles import Role, models_of
from hippo_exp.pipeline.llm.rows import roles_of
from hippo_exp.pipeline.planning.listed import unlisted_note
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.source.files import openie_file, query_entities_file
from hippo_exp.pipeline.source.inputs import (
    QUERY_NER_NOTE,
    Inputs,
)
from hippo_exp.reporting import (
    TableHeader,
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
        query_entities=query_entities_label(settings, inputs) if _any_uses_graph(planned) else "",
        preset=preset_label(settings, changed),
        command=command,
        notes=(
            *dataset.notes,
            *settings.dataset.notes,
            *_failed_extractions(inputs),
            *([OWN_PROMPTS] if _asking(planned) else []),
            *([f"settings changed: {', '.join(changed)}"] if changed else []),
            *filter(None, [_unlisted(settings, planned)]),
        ),
        facts=_facts(settings, inputs, planned),
    )


def _unlisted(settings: RetrievalSettings, planned: Sequence[PlannedRow]) -> str:
    return unlisted_note(selected_rows(settings), [item.row.id for item in planned])


def _failed_extractions(inputs: Inputs) -> list[str]:
    """One label for each extraction in which passages failed, or that leaves the graph empty."""
    notes = []
    for name, extraction in sorted(inputs.extractions.items()):
        rows = [row for item in extraction.passages for row in item.rows]
        if not any(len(row) == 3 for row in rows):
            spoilt = sum(item.spoilt for item in extraction.passages)
            found = f"none of its {len(rows) + spoilt:,} triples has three parts of text"
            why = found if rows or spoilt else "it has no triples"
            notes.append(f"extraction {name} leaves the graph empty: {why}")
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
        facts.append(("extraction", extraction_label(settings)))
        varied = settings.experiment.layout == "grid"
        walked = not varied and settings.experiment.layout != "classes"
        if isinstance(settings.expansion, PPRSettings) and walked:
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


def extraction_label(settings: RetrievalSettings) -> str:
    """Where the triples come from."""
    name = settings.openie.extractor
    if settings.dataset.format in GENERATED_FORMATS:
        return "by the generator"
    entry = settings.dataset.openie.get(name)
    path = openie_file(settings)
    if entry is None or path is None:
        return name
    return entry.note or f"{path.name}"


def query_entities_label(settings: RetrievalSettings, inputs: Inputs) -> str:
    """Where the query entities come from."""
    if settings.query_ner == "capitalized":
        return QUERY_NER_NOTE
    if settings.dataset.format in GENERATED_FORMATS:
        return "by the generator"
    entry = settings.dataset.query_entities
    path = query_entities_file(settings)
    if inputs.entities_missing or entry is None or path is None:
        return "none"
    return entry.note or path.name


def uses_encoder(item: PlannedRow) -> bool:
    """Whether a row encodes text, and runs."""
    return encodes(item.row.searcher) and not item.reason


def uses_graph(item: PlannedRow) -> bool:
    """Whether a row reads the graph, and runs."""
    return on_graph(item.row.searcher) and not item.reason


def _asking(planned: Sequence[PlannedRow]) -> tuple[Role, ...]:
    """The roles in which the rows that run ask a language model."""
    asked = (roles_of(item.settings, item.row) for item in planned if not item.reason)
    return tuple(dict.fromkeys(role for roles in asked for role in roles))


def _any_uses_encoder(planned: Sequence[PlannedRow]) -> bool:
    return any(uses_encoder(item) for item in planned)


def _any_uses_graph(planned: Sequence[PlannedRow]) -> bool:
    return any(uses_graph(item) for item in planned)
