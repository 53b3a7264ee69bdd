"""A table of counts: its cells, its header, what is said of each row."""

from __future__ import annotations

from hippo_exp.config import changes, encoder_label, preset_label
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.planning.gaps import command_of, partial_remedy, reason_of
from hippo_exp.pipeline.planning.published import Published
from hippo_exp.pipeline.run.graph_report import COUNT_NAMES
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.stages import SYNONYM_EDGES
from hippo_exp.pipeline.statistics.counting import PASSAGES, Counted, synonymy_settings
from hippo_exp.reporting import RowReport, TableHeader, make_cell
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell


def report_of(item: Counted) -> RowReport:
    """What is said of a row: why it, or a part of it, is not counted."""
    whole = not item.counts
    reason, command = reason_of(item.all_gaps), command_of(item.all_gaps)
    notes = [item.row.note] if item.row.note else []
    if not whole and item.all_gaps:
        notes.append(f"not counted: {reason}" + (f". Run: `{command}`" if command else ""))
    if partial_remedy(item.all_gaps):
        notes.append(partial_remedy(item.all_gaps))
    return RowReport(
        row=item.row.id,
        label=item.row.label,
        reason=reason if whole else "",
        command=command if whole else "",
        note="; ".join(notes),
    )


def cells_of(
    settings: RetrievalSettings, item: Counted, inputs: Inputs, paper: Published
) -> list[Cell]:
    """A row's counts beside the paper's; no interval, for nothing is sampled."""
    cells = []
    for metric in settings.experiment.metrics:
        printed = paper.cells.get(item.row.id, metric) if paper.cells else None
        if metric.removesuffix(f"_{SYNONYM_EDGES}") in settings.checkpoints:
            printed = None
        cells.append(
            make_cell(
                experiment=settings.experiment.name,
                row=item.row.id,
                dataset=inputs.dataset.name,
                metric=metric,
                n=len(inputs.dataset.passages) if metric in item.counts else 0,
                measured=item.counts.get(metric),
                paper=printed,
                reason=reason_of(item.gaps.get(metric, ())) or paper.reason,
                cell_id=_identity(settings, item, inputs, metric),
            )
        )
    return cells


def _identity(settings: RetrievalSettings, item: Counted, inputs: Inputs, metric: str) -> str:
    """16 hexadecimal digits that name a count: corpus, extraction, settings that it rests on."""
    parts: dict[str, object] = {
        "metric": metric,
        "dataset": inputs.dataset.digest,
        "extractor": item.settings.openie.extractor,
        "graph": item.settings.graph.model_dump(mode="json"),
    }
    if metric in item.counts and metric != PASSAGES:
        parts["extraction"] = inputs.extraction(item.settings).digest
    if metric not in COUNT_NAMES:
        encoded = synonymy_settings(settings, item.row, metric)
        parts["encoder"] = encoded.encoder.model_dump(mode="json", exclude={"batch_size"})
        parts["synonymy"] = encoded.synonymy.model_dump(mode="json", exclude={"memory_mb"})
    return digest_json(parts)[:16]


def header_of(settings: RetrievalSettings, inputs: Inputs, command: str) -> TableHeader:
    """What stands above a table of counts."""
    changed = changes(settings)
    return TableHeader(
        title=settings.experiment.title,
        dataset=inputs.dataset.name,
        n=len(inputs.dataset.passages),
        encoder=encoder_label(settings),
        preset=preset_label(settings, changed),
        command=command,
        notes=(
            *inputs.dataset.notes,
            *settings.dataset.notes,
            *([f"settings changed: {', '.join(changed)}"] if changed else []),
        ),
        facts=(
            ("n counts", "passages"),
            ("synonymy threshold", f"{settings.synonymy.threshold:g}"),
        ),
    )
