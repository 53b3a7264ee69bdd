"""The table, the values and the figure of the study of signals."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from hippo_exp.config import encoder_label, preset_label, project_root
from hippo_exp.config.changes import changes
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import rng_for
from hippo_exp.evaluation.rank_correlation import RankCorrelation, spearman
from hippo_exp.graph.signals import SIGNALS
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.watch.observing import Seen
from hippo_exp.reporting import (
    Results,
    RowReport,
    Stopwatch,
    TableHeader,
    collect_environment,
    make_cell,
    make_manifest,
)
from hippo_exp.reporting.figures.watch import watch_figure
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell

NOT_IN_PAPER = "the paper does not ask this"
CONSTANT = "the signal is the same for every degraded index"
_LOSSES = {"spearman": ("facts", "passages"), "spearman_facts": ("facts",)}
_LOSSES["spearman_passages"] = ("passages",)
RECALL = "recall@5"


def results_of(
    settings: RetrievalSettings,
    inputs: Inputs,
    seen: Sequence[Seen],
    watch: Stopwatch,
    command: str,
) -> Results:
    """Everything that is published."""
    rows = [row for row in SIGNALS if settings.rows is None or row in settings.rows]
    cells = [
        _cell(settings, inputs, seen, row, metric)
        for row in rows
        for metric in settings.experiment.metrics
    ]
    reports = [RowReport(row=row, label=SIGNALS[row][0]) for row in rows]
    best = _best(cells)
    facts = [
        ("questions", str(len(inputs.dataset.questions))),
        ("recall@5 of the whole index", f"{seen[0].recalls[RECALL]:.1f}"),
        *([("tells most surely", SIGNALS[best][0])] if best else []),
    ]
    header = TableHeader(
        title=settings.experiment.title,
        dataset=inputs.dataset.name,
        n=len(seen),
        gold_unit=inputs.dataset.gold_unit,
        encoder=encoder_label(settings),
        preset=preset_label(settings, changes(settings)),
        command=command,
        notes=inputs.dataset.notes,
        facts=tuple(facts),
        unit="degraded extraction",
    )
    manifest = make_manifest(
        experiment=settings.experiment.name,
        dataset=inputs.dataset.name,
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs={"dataset": inputs.dataset.digest, "extraction": inputs.extraction(settings).digest},
        environment=collect_environment(project_root()),
        stages=watch.records,
        reports=reports,
        extra={"command": command},
    )
    return Results(
        cells=cells,
        reports=reports,
        header=header,
        manifest=manifest,
        figures={"signals": watch_figure(seen, rows, title=_title(inputs))},
        extra_files={"signals.csv": signals_csv(seen)},
        strict=settings.strict,
    )


def _title(inputs: Inputs) -> str:
    return f"Signals of lost facts, {inputs.dataset.name}"


def _cell(
    settings: RetrievalSettings, inputs: Inputs, seen: Sequence[Seen], row: str, metric: str
) -> Cell:
    chosen = [item for item in seen if item.share == 0 or item.loss in _LOSSES[metric]]
    found = correlation(settings, chosen, row, metric)
    return make_cell(
        experiment=settings.experiment.name,
        row=row,
        dataset=inputs.dataset.name,
        metric=metric,
        n=len(chosen) if found else 0,
        measured=found.value if found else None,
        interval=(found.low, found.high) if found else None,
        reason=NOT_IN_PAPER if found else CONSTANT,
        cell_id=digest_json([recorded_settings(settings), inputs.dataset.digest, row, metric])[:16],
    )


def correlation(
    settings: RetrievalSettings, seen: Sequence[Seen], row: str, metric: str
) -> RankCorrelation | None:
    """Rank correlation of a signal with recall over degraded indexes."""
    if len(seen) < 3:
        return None
    return spearman(
        [item.signals[row] for item in seen],
        [item.recalls[RECALL] for item in seen],
        rng=rng_for(settings.seed, row, metric),
        resamples=settings.evaluation.bootstrap_resamples,
    )


def _best(cells: Sequence[Cell]) -> str:
    """The signal whose correlation is surest: the one with the highest lower end."""
    sure = {
        cell.row: cell.ci_low
        for cell in cells
        if cell.metric == "spearman" and cell.ci_low is not None
    }
    return max(sure, key=lambda row: sure[row]) if sure else ""


def signals_csv(seen: Sequence[Seen]) -> bytes:
    """``signals.csv``: one line for each degraded index."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    recalls = list(seen[0].recalls)
    writer.writerow(["loss", "share", "repeat", *recalls, *SIGNALS])
    for item in seen:
        numbers = [*(item.recalls[name] for name in recalls), *item.signals.values()]
        writer.writerow(
            [item.loss, f"{item.share:g}", item.repeat, *(f"{value:.6g}" for value in numbers)]
        )
    return buffer.getvalue().encode("utf-8")
