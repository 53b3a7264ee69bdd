"""What stands above a table of costs and in its manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.config import changes, encoder_label, preset_label, project_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.cost.rows import CostRow
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.pages.headers import OWN_PROMPTS, extraction_label, query_entities_label
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.pipeline.stages import merged_stages
from hippo_exp.reporting import (
    Stopwatch,
    TableHeader,
    collect_environment,
    make_manifest,
)


def header_of(
    settings: RetrievalSettings,
    inputs: Inputs,
    command: str,
    *,
    n: int,
    unit: str,
    facts: Sequence[tuple[str, str]],
) -> TableHeader:
    """What stands above the table."""
    changed = changes(settings)
    of_questions = settings.experiment.layout != "index_cost"
    return TableHeader(
        title=settings.experiment.title,
        dataset=inputs.dataset.name,
        n=n,
        encoder=encoder_label(settings),
        query_entities=query_entities_label(settings, inputs) if of_questions else "",
        preset=preset_label(settings, changed),
        command=command,
        notes=(
            *inputs.dataset.notes,
            *settings.dataset.notes,
            *([OWN_PROMPTS] if settings.llm is not None else []),
            *([f"settings changed: {', '.join(changed)}"] if changed else []),
        ),
        facts=(
            ("passages", f"{len(inputs.dataset.passages):,}"),
            ("extraction", extraction_label(settings)),
            *facts,
        ),
        unit=unit,
    )


def cost_manifest(
    settings: RetrievalSettings,
    inputs: Inputs,
    rows: Sequence[CostRow],
    watch: Stopwatch,
    command: str,
    *,
    llm: Mapping[str, object] | None = None,
    extra: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Everything that is needed to make the numbers again, and what making them took."""
    digests = {"dataset": inputs.dataset.digest}
    digests |= {f"openie:{name}": item.digest for name, item in inputs.extractions.items()}
    return make_manifest(
        experiment=settings.experiment.name,
        dataset=inputs.dataset.name,
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs=digests,
        environment=collect_environment(project_root()),
        stages=merged_stages(watch.records),
        llm=llm,
        partial=partial_of(inputs.dataset),
        reports=[item.report() for item in rows],
        extra={"command": command, "counts": dict(inputs.dataset.counts), **(extra or {})},
    )
