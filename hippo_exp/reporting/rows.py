"""What a table must say about a row besides its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class RowReport:
    """One row of an experiment, whether it ran or not.

    Attributes:
        row: row id (snake_case).
        label: the paper's row name, or the user's.
        cell_id: digest of the resolved settings.
        reason: why the row did not run; empty when it did.
        command: for a row that did not run, the one command that makes it run.
        note: a remark for the foot of the table, for example ``near reproduction: …``.
        outcomes: outcome -> number of questions, as counted by the retriever.
        solvers: the PageRank solvers that its questions were given to, for a row that has any.
        failed: ids of questions that count 0 because they have no ranking.
    """

    row: str
    label: str
    cell_id: str = ""
    reason: str = ""
    command: str = ""
    note: str = ""
    outcomes: Mapping[str, int] = field(default_factory=dict)
    failed: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()

    @property
    def ran(self) -> bool:
        """Whether the row has measured numbers."""
        return not self.reason
