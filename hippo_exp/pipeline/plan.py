"""What an experiment is going to do, known before it does anything."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.config import row_settings, selected_rows
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import DataError, FaultListError
from hippo_exp.pipeline.availability import fetch_command, unavailable_reason
from hippo_exp.pipeline.identity import cell_identity
from hippo_exp.pipeline.inputs import Inputs
from hippo_exp.pipeline.progress import say


@dataclass(frozen=True)
class PlannedRow:
    """One row with its settings.

    Attributes:
        row: as configured.
        label: the row's name, with the encoder's where the row uses the chosen one.
        settings: the common settings with the row's changes.
        reason: why it cannot run here; empty when it can.
        command: what fills the gap, for a row that cannot run.
        cell_ids: metric -> identity of the cell.
    """

    row: RowSettings
    label: str
    settings: RetrievalSettings
    reason: str
    command: str
    cell_ids: dict[str, str]


def plan_rows(settings: RetrievalSettings, inputs: Inputs) -> tuple[PlannedRow, ...]:
    """The chosen rows in order.

    Raises:
        FaultListError: a row's settings are wrong; or no chosen row can run, with every reason;
            or, with ``strict=true``, some row cannot.
    """
    planned = []
    for row in selected_rows(settings):
        resolved = row_settings(settings, row)
        reason = unavailable_reason(resolved, row, inputs)
        command = fetch_command(resolved, row) if reason else ""
        retriever = row.retriever or "none"
        ids = {
            metric: cell_identity(resolved, retriever, inputs.dataset, metric)
            for metric in settings.experiment.metrics
        }
        label = row.label.replace("chosen encoder", resolved.encoder.name)
        planned.append(PlannedRow(row, label, resolved, reason, command, ids))
    blocked = [item for item in planned if item.reason]
    if blocked and (settings.strict or len(blocked) == len(planned)):
        raise FaultListError(
            [DataError(f"the row {item.row.id} cannot run: {item.reason}") for item in blocked]
        )
    return tuple(planned)


def show_plan(settings: RetrievalSettings, inputs: Inputs, planned: tuple[PlannedRow, ...]) -> None:
    """Print what a run would do (``dry_run=true``)."""
    counts = ", ".join(f"{name} {value}" for name, value in sorted(inputs.dataset.counts.items()))
    say(f"{settings.experiment.title}; data set {inputs.dataset.name} ({counts})")
    for item in planned:
        state = f"cannot run: {item.reason}" if item.reason else "runs"
        print(f"{item.row.id:34} {next(iter(item.cell_ids.values()))}  {state}")
