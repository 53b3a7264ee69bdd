"""A row of a cost table: what was measured, what is lacking, what was estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hippo_exp.config import encoder_label, row_settings, selected_rows
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.planning.gaps import Gap, command_of, partial_remedy, reason_of, remedy_of
from hippo_exp.reporting import Estimate, RowReport, aggregate_of

Values = dict[str, float]
"""Id of a question or passage -> value."""
NO_STAGE = "the row has no such part"


@dataclass(frozen=True)
class Derived:
    """A measured figure that is no mean of values.

    Attributes:
        value: the figure.
        interval: its 95 % interval, where it has one.
        n: questions that it rests on.
    """

    value: float
    interval: tuple[float, float] | None
    n: int


@dataclass
class CostRow:
    """One row.

    Attributes:
        row: as configured.
        settings: the common ones with the row's changes.
        taken: name of values (see ``aggregate_of``) -> id -> value, where they were measured.
        derived: metric -> figure made of several means.
        gaps: name of values -> what is lacking to measure them.
        absent: name of values -> why they cannot be measured at all.
        estimates: numbers worked out in place of measured ones.
        notes: what must be said of the row.
        outcomes: outcome -> number of questions.
    """

    row: RowSettings
    settings: RetrievalSettings
    taken: dict[str, Values] = field(default_factory=dict)
    derived: dict[str, Derived] = field(default_factory=dict)
    gaps: dict[str, tuple[Gap, ...]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    estimates: list[Estimate] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcomes: dict[str, int] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The row's name, with the encoder's where the row uses the chosen one."""
        return self.row.label.replace("chosen encoder", encoder_label(self.settings))

    @property
    def all_gaps(self) -> list[Gap]:
        """Everything that is lacking, each once."""
        return list(dict.fromkeys(gap for gaps in self.gaps.values() for gap in gaps))

    @property
    def measured(self) -> bool:
        """Whether anything was."""
        return bool(self.taken or self.derived)

    def lacks(self, gaps: Sequence[Gap], *names: str) -> bool:
        """Note the gaps of some values; whether there are any."""
        if gaps:
            self.gaps |= {name: tuple(gaps) for name in names}
        return bool(gaps)

    def reason(self, metric: str) -> str:
        """Why a metric was not measured; empty where it was."""
        name = aggregate_of(metric).source
        if name in self.taken or metric in self.derived:
            return ""
        return reason_of(self.gaps.get(name, ())) or self.absent.get(name, NO_STAGE)

    def report(self) -> RowReport:
        """What is said of the row under the table."""
        whole = not self.measured
        reason, command = reason_of(self.all_gaps), command_of(self.all_gaps)
        notes = [self.row.note] if self.row.note else []
        notes += dict.fromkeys(self.notes)
        if not whole and self.all_gaps:
            remedy = f". Run: `{command}`" if command else ""
            notes.append(f"measured in part: {reason}{remedy}")
        if partial_remedy(self.all_gaps):
            notes.append(partial_remedy(self.all_gaps))
        return RowReport(
            row=self.row.id,
            label=self.label,
            reason=(reason or NO_STAGE) if whole else "",
            command=command if whole else "",
            note="; ".join(notes),
            outcomes=dict(sorted(self.outcomes.items())),
        )


def cost_rows(settings: RetrievalSettings) -> list[CostRow]:
    """The chosen rows, nothing measured yet.

    Raises:
        FaultListError: rows that there are not, or with wrong settings.
    """
    return [CostRow(row, row_settings(settings, row)) for row in selected_rows(settings)]


def check_rows(settings: RetrievalSettings, rows: Sequence[CostRow]) -> None:
    """Refuse a table of nothing and, in a strict run, one that is not whole.

    Raises:
        FaultListError: each row with what it lacks.
    """
    nothing = not any(item.measured or item.estimates for item in rows)
    faults: list[HippoExpError] = [
        DataError(
            f"the row {item.row.id} cannot be measured whole: {reason_of(item.all_gaps)}",
            fix=remedy_of(item.all_gaps),
        )
        for item in rows
        if item.all_gaps and (nothing or settings.strict)
    ]
    if faults:
        raise FaultListError(faults)
