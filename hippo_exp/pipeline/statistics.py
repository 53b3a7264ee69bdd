"""Statistics of corpus and knowledge graph, extractor by extractor (tables 1 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hippo_exp.config import (
    cache_root,
    changes,
    encoder_label,
    preset_label,
    row_settings,
    selected_rows,
)
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.graph import collect_facts
from hippo_exp.pipeline.pages.guard import free_folder, publish
from hippo_exp.pipeline.pages.headers import manifest_of
from hippo_exp.pipeline.planning.availability import (
    dataset_gaps,
    encoder_gaps,
    extraction_gaps,
    row_gaps,
)
from hippo_exp.pipeline.planning.gaps import Gap, command_of, partial_remedy, reason_of, remedy_of
from hippo_exp.pipeline.planning.published import Published, published_counts
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.graph_report import COUNT_NAMES
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.pipeline.stages import SYNONYM_EDGES
from hippo_exp.reporting import Results, RowReport, Stopwatch, TableHeader, make_cell
from hippo_exp.storage import Store, digest_json
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Cell

PASSAGES = "passages"
"""The one count that needs no extraction."""


@dataclass
class Counted:
    """One extractor's statistics.

    Attributes:
        row: as configured.
        settings: the row's.
        counts: metric -> count.
        gaps: metric -> what is lacking for its count.
    """

    row: RowSettings
    settings: RetrievalSettings
    counts: dict[str, int] = field(default_factory=dict)
    gaps: dict[str, tuple[Gap, ...]] = field(default_factory=dict)

    @property
    def all_gaps(self) -> list[Gap]:
        """Everything that is lacking, for any count."""
        return [gap for gaps in self.gaps.values() for gap in gaps]


def run_statistics(settings: RetrievalSettings, command: str) -> None:
    """Count, compare with the paper, write ``out/NAME/DATASET``, print the table.

    Raises:
        FaultListError: files are missing, or nothing can be counted; with ``strict=true`` a count
            that cannot be made or is not the paper's, each named with both numbers.
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
    bench = Workbench(inputs, Store(cache_root(settings.cache.root)), watch)
    counted = []
    for row in rows:
        with watch.stage(row.id):
            counted.append(count_row(settings, row, bench))
    paper = published_counts(settings)
    _check(settings, counted, paper)
    reports = [_report(item) for item in counted]
    not_run = [report.row for report in reports if report.reason]
    results = Results(
        cells=[cell for item in counted for cell in _cells(settings, item, inputs, paper)],
        reports=reports,
        header=_header(settings, inputs, command),
        manifest=_manifest(settings, inputs, counted, reports, bench, command),
        paper=paper.cells,
        strict=settings.strict,
    )
    folder = free_folder(results_folder(settings), settings, not_run)
    folder = publish(folder, settings, results, not_run)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")


def count_row(settings: RetrievalSettings, row: RowSettings, bench: Workbench) -> Counted:
    """Count what can be counted of one extractor's output.

    Args:
        settings: of the experiment; its metrics are counted.
        row: chooses the extractor.
        bench: the data set and the store.
    """
    item = Counted(row, row_settings(settings, row))
    metrics = settings.experiment.metrics
    if PASSAGES in metrics:
        item.counts[PASSAGES] = len(bench.inputs.dataset.passages)
    lacking = tuple(extraction_gaps(item.settings))
    if lacking:
        item.gaps = {metric: lacking for metric in metrics if metric not in item.counts}
        return item
    graph = item.settings.graph
    facts = collect_facts(
        bench.inputs.extraction(item.settings),
        NORMALIZERS[graph.normalizer],
        keep_empty=graph.keep_empty_phrases,
    )
    counts = {**facts.counts, "nodes": len(facts.nodes), "facts": len(facts.facts)}
    for metric in metrics:
        if metric in COUNT_NAMES:
            item.counts[metric] = counts[COUNT_NAMES[metric]]
            continue
        encoded = synonymy_settings(settings, row, metric)
        gaps = tuple(encoder_gaps(encoded))
        if gaps:
            item.gaps[metric] = gaps
        else:
            item.counts[metric] = bench.index(encoded).graph.counts["synonymy_edges"]
    return item


def gaps_of_cell(settings: RetrievalSettings, row: RowSettings, metric: str) -> tuple[Gap, ...]:
    """What one cell lacks here, told without reading a file; of any kind of table."""
    if settings.experiment.layout != "statistics":
        return row_gaps(row_settings(settings, row), row)
    gaps = dataset_gaps(settings)
    if metric != PASSAGES:
        gaps += extraction_gaps(row_settings(settings, row))
    if metric not in COUNT_NAMES:
        gaps += encoder_gaps(synonymy_settings(settings, row, metric))
    return tuple(gaps)


def gaps_of_row(settings: RetrievalSettings, row: RowSettings) -> tuple[Gap, ...]:
    """What any cell of a row lacks here; see :func:`gaps_of_cell`."""
    metrics = settings.experiment.metrics
    if settings.experiment.layout != "statistics":
        metrics = metrics[:1]
    found = [gap for metric in metrics for gap in gaps_of_cell(settings, row, metric)]
    return tuple(dict.fromkeys(found))


def synonymy_settings(
    settings: RetrievalSettings, row: RowSettings, metric: str
) -> RetrievalSettings:
    """The row's settings with the encoder whose synonymy edges a metric counts."""
    if metric == SYNONYM_EDGES:
        return row_settings(settings, row)
    name = metric.removesuffix(f"_{SYNONYM_EDGES}")
    encoded = row.model_copy(update={"use": {**row.use, "encoder": name}})
    return row_settings(settings, encoded)


def _check(settings: RetrievalSettings, counted: Sequence[Counted], paper: Published) -> None:
    """Raises where nothing was counted, or in a strict run a count is not the paper's."""
    faults: list[HippoExpError] = []
    nothing = not any(item.counts for item in counted)
    for item in counted:
        reason = reason_of(item.all_gaps)
        if reason and (nothing or settings.strict):
            what = f"the row {item.row.id} cannot be counted whole: {reason}"
            faults.append(DataError(what, fix=remedy_of(item.all_gaps)))
        wrong = _differing(item, paper)
        if settings.strict and wrong:
            what = f"counts differ from the paper's: {', '.join(wrong)}"
            fix = "check the files with their checksums, or run without strict=true"
            faults.append(DataError(what, where=item.row.id, fix=fix))
    if faults:
        raise FaultListError(faults)


def _differing(item: Counted, paper: Published) -> list[str]:
    """Counts with both numbers where the paper's extraction gives another; none for a near one."""
    if paper.cells is None or item.row.near:
        return []
    found = []
    for metric, count in item.counts.items():
        printed = paper.cells.get(item.row.id, metric)
        if printed is not None and count != printed:
            found.append(f"{metric} {count:,} (paper {printed:,.0f})")
    return found


def _report(item: Counted) -> RowReport:
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


def _cells(
    settings: RetrievalSettings, item: Counted, inputs: Inputs, paper: Published
) -> list[Cell]:
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


def _header(settings: RetrievalSettings, inputs: Inputs, command: str) -> TableHeader:
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
