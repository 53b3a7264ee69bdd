"""What an experiment is going to do, known before it does anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.config import encoder_label, row_settings, selected_rows
from hippo_exp.config.schema import ChooseSettings, RetrievalSettings, RowSettings
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.planning.availability import row_gaps
from hippo_exp.pipeline.planning.gaps import Gap, command_of, partial_remedy, reason_of, remedy_of
from hippo_exp.pipeline.planning.listed import is_listed
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.identity import (
    cell_identities,
    input_digests,
    work_identity,
)
from hippo_exp.pipeline.run.whole import whole_measures
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.storage import digest_json
from hippo_exp.text import counted


@dataclass(frozen=True)
class PlannedRow:
    """One row with its settings.

    Attributes:
        row: as configured.
        label: the row's name, with the encoder's where the row uses the chosen one.
        settings: the common settings with the row's changes.
        gaps: everything that it lacks here; empty when it can run.
        cell_ids: metric -> identity of the cell.
        work_id: identity of the row's work, by which its rankings are kept.
    """

    row: RowSettings
    label: str
    settings: RetrievalSettings
    gaps: tuple[Gap, ...]
    cell_ids: dict[str, str]
    work_id: str = ""

    @property
    def reason(self) -> str:
        """Why it cannot run here, all of it; empty when it can."""
        return reason_of(self.gaps)

    @property
    def command(self) -> str:
        """The one command that fills everything; empty where there is none."""
        return command_of(self.gaps)

    @property
    def note(self) -> str:
        """The row's note, and what to run where commands fill only a part of what it lacks."""
        return "; ".join(text for text in (self.row.note, partial_remedy(self.gaps)) if text)


def plan_rows(settings: RetrievalSettings, inputs: Inputs) -> tuple[PlannedRow, ...]:
    """The chosen rows in order, without those that the table does not list.

    Raises:
        FaultListError: a row's settings are wrong; or no chosen row can run, with every reason;
            or, with ``strict=true``, some row cannot; or files that rows read are damaged.
    """
    planned: list[PlannedRow] = []
    damaged: dict[str, HippoExpError] = {}
    rows = selected_rows(settings)
    for row in rows:
        resolved = row_settings(settings, row)
        gaps = (*row_gaps(resolved, row, inputs), *_choice_gaps(row, rows, inputs))
        if not is_listed(settings, row, gaps):
            continue
        retriever = row.method
        digests = {"dataset": inputs.dataset.digest}
        try:
            digests = digests if gaps else input_digests(resolved, retriever, inputs)
            if settings.experiment.sought != "gold":
                digests |= {"sought": settings.experiment.sought}
            if row.choose is not None:
                digests |= {"choose": _chosen_among(row.choose, planned)}
        except HippoExpError as error:
            damaged.setdefault(str(error), error)
        ids = cell_identities(resolved, retriever, digests)
        label = row.label.replace("chosen encoder", encoder_label(resolved))
        work = work_identity(resolved, retriever, digests | _whole(settings))
        planned.append(PlannedRow(row, label, resolved, gaps, ids, work))
    if damaged:
        raise FaultListError(list(damaged.values()))
    blocked = [item for item in planned if item.reason]
    if blocked and (settings.strict or len(blocked) == len(planned)):
        raise FaultListError(_blocked_faults(blocked))
    return tuple(planned)


def _blocked_faults(blocked: Sequence[PlannedRow]) -> list[HippoExpError]:
    """One fault for each reason, with the rows that it holds back."""
    held: dict[tuple[str, str], list[str]] = {}
    for item in blocked:
        held.setdefault((item.reason, remedy_of(item.gaps)), []).append(item.row.id)
    return [
        DataError(f"the row{'s' * (len(ids) > 1)} {', '.join(ids)} cannot run: {reason}", fix=fix)
        for (reason, fix), ids in held.items()
    ]


def _chosen_among(choose: ChooseSettings, planned: Sequence[PlannedRow]) -> str:
    """Digest of what a row that chooses among others depends on: their cells, and the folds."""
    cells = {item.row.id: item.cell_ids for item in planned if item.row.id in choose.rows}
    return digest_json({"choose": choose.model_dump(mode="json"), "rows": cells})


def _whole(settings: RetrievalSettings) -> dict[str, str]:
    """The measures of whole rankings, whose values are kept beside the cut ones; or nothing."""
    names = whole_measures(settings.experiment.metrics)
    return {"whole": ",".join(names)} if names else {}


def _choice_gaps(row: RowSettings, rows: Sequence[RowSettings], inputs: Inputs) -> list[Gap]:
    """What a row that chooses among others lacks: those that run before it, and questions."""
    if row.choose is None:
        return []
    gaps: list[Gap] = []
    before = [other.id for other in rows[: rows.index(row)]]
    lacking = [name for name in row.choose.rows if name not in before]
    if lacking:
        reason = f"it chooses among rows, and these do not run before it: {', '.join(lacking)}"
        gaps.append(Gap("files", reason))
    folds, n_questions = row.choose.folds, len(inputs.dataset.questions)
    if folds is not None and n_questions < folds:
        reason = (
            f"it chooses out of {folds} folds, and there are {counted(n_questions, 'question')}"
        )
        gaps.append(Gap("files", reason))
    return gaps


def show_plan(settings: RetrievalSettings, inputs: Inputs, planned: tuple[PlannedRow, ...]) -> None:
    """Print what a run would do (``dry_run=true``)."""
    counts = ", ".join(f"{name} {value}" for name, value in sorted(inputs.dataset.counts.items()))
    say(f"{settings.experiment.title}; data set {inputs.dataset.name} ({counts})")
    for item in planned:
        state = f"cannot run: {item.reason}" if item.reason else "runs"
        print(f"{item.row.id:34} {next(iter(item.cell_ids.values()))}  {state}")
