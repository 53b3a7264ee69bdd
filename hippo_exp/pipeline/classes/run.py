"""The classes of a data set's questions: decide, count, publish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pathfinding.classes import Classified
from hippo_exp.pipeline.begun import begin
from hippo_exp.pipeline.classes.deciding import SHARES, classes_of, share_values
from hippo_exp.pipeline.classes.evidence import CLASSES, evidence_csv
from hippo_exp.pipeline.pages.by_hops import by_hops
from hippo_exp.pipeline.pages.guard import publish
from hippo_exp.pipeline.pages.headers import header_of
from hippo_exp.pipeline.pages.layouts import title_of
from hippo_exp.pipeline.pages.manifests import manifest_of
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.reporting import Results, RowReport, Stopwatch, aggregate_of, make_cell
from hippo_exp.reporting.figures import recall_figure
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell, Dataset

if TYPE_CHECKING:
    import pandas as pd

NOT_IN_PAPER = "the paper counts no classes"


@dataclass(frozen=True)
class _Decided:
    """Everything that is known of the rows.

    Attributes:
        planned: the rows.
        found: row id -> question id -> class; rows that did not run are left out.
    """

    settings: RetrievalSettings
    dataset: Dataset
    planned: Sequence[PlannedRow]
    found: Mapping[str, Mapping[str, Classified]]


def run_classes(settings: RetrievalSettings, command: str) -> None:
    """Classify the questions and write ``out/NAME/DATASET``; print the table.

    Raises:
        FaultListError: files are missing, or no row can run.
        HippoExpError: as the stages raise them; then no result is written.
    """
    begun = begin(settings)
    if begun is None:
        return
    planned, bench, watch = begun.planned, begun.bench, begun.bench.watch
    found = {}
    with watch.stage("rows"):
        for item in planned:
            if not item.reason:
                with watch.stage(item.row.id):
                    found[item.row.id] = classes_of(item.settings, bench)
    decided = _Decided(settings, bench.inputs.dataset, planned, found)
    results = _results(decided, bench, watch, command)
    folder = publish(begun.folder, settings, results, begun.not_run)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")


def _results(decided: _Decided, bench: Workbench, watch: Stopwatch, command: str) -> Results:
    settings, planned = decided.settings, decided.planned
    frame, reports, cells = _frame(decided), _reports(planned), _cells(decided)
    header = header_of(settings, bench.inputs, planned, command)
    partial = partial_of(decided.dataset)
    title = title_of(settings, cells, encoder=header.encoder, partial=partial)
    labels = {report.row: report.label for report in reports}
    split = by_hops(settings, decided.dataset, frame, labels, title)
    scored = Scored(frame, reports, {}, {})
    return Results(
        cells=cells,
        reports=reports,
        header=header,
        manifest=manifest_of(settings, bench.inputs, scored, bench, watch, command, planned),
        frame=frame,
        figures={"classes": recall_figure(cells, labels, title=title), **split.figures},
        extra_files={CLASSES: evidence_csv(decided.dataset, decided.found), **split.files},
        strict=settings.strict,
    )


def _reports(planned: Sequence[PlannedRow]) -> tuple[RowReport, ...]:
    return tuple(
        RowReport(
            row=item.row.id,
            label=item.label,
            cell_id=next(iter(item.cell_ids.values())),
            reason=item.reason,
            command=item.command,
            note=item.note,
        )
        for item in planned
    )


def _frame(decided: _Decided) -> pd.DataFrame:
    """Columns ``row, qid, metric, value``: 100 where a question counts, else 0."""
    import pandas as pd

    lines = [
        (row, qid, metric, values[metric])
        for row, classes in decided.found.items()
        for qid, values in ((qid, share_values(one)) for qid, one in classes.items())
        for metric in decided.settings.experiment.metrics
    ]
    return pd.DataFrame(lines, columns=["row", "qid", "metric", "value"])


def _cells(decided: _Decided) -> list[Cell]:
    import numpy as np

    cells = []
    for item, metric in product(decided.planned, decided.settings.experiment.metrics):
        classes = decided.found.get(item.row.id, {})
        values = [share_values(one)[metric] for one in classes.values()]
        assert metric in SHARES
        aggregate = aggregate_of(metric)
        rules = item.settings.classes
        assert rules is not None
        cells.append(
            make_cell(
                experiment=decided.settings.experiment.name,
                row=item.row.id,
                dataset=decided.dataset.name,
                metric=metric,
                n=len(values),
                measured=aggregate(values) if values else None,
                interval=aggregate.interval(values, np.random.default_rng(0), 0),
                reason=item.reason or NOT_IN_PAPER,
                cell_id=digest_json([item.cell_ids[metric], rules.model_dump()])[:16],
            )
        )
    return cells
