"""What a row lacks here, and the commands that fill it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

GapKind = Literal["files", "weights", "llm", "code"]

STATES: dict[GapKind, str] = {
    "files": "needs files",
    "weights": "needs weights",
    "llm": "needs an LLM",
    "code": "not part of this version",
}
"""Kind of a gap -> what is said of a row that has one."""
RUNS = "runs here"


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that a row lacks.

    Attributes:
        kind: what sort of thing.
        reason: what is lacking, one clause.
        command: fills the gap; empty where no command does.
        fetch: (data set, part) of a released file, which ``hippo-exp data fetch`` brings.
    """

    kind: GapKind
    reason: str
    command: str = ""
    fetch: tuple[str, str] | None = None


def reason_of(gaps: Sequence[Gap]) -> str:
    """All reasons in one line; empty without a gap."""
    return "; ".join(dict.fromkeys(gap.reason for gap in gaps))


def command_of(gaps: Sequence[Gap]) -> str:
    """The one command that fills every gap that a command can fill; empty where none can."""
    parts: dict[str, list[str]] = {}
    for gap in gaps:
        if gap.fetch is not None:
            parts.setdefault(gap.fetch[0], []).append(gap.fetch[1])
    commands = [
        f"hippo-exp data fetch {name} --parts {' '.join(dict.fromkeys(found))}"
        for name, found in parts.items()
    ]
    commands += dict.fromkeys(gap.command for gap in gaps if gap.command)
    return " && ".join(commands)


def state_of(gaps: Iterable[Gap]) -> str:
    """``runs here``, or what is needed, each kind once: ``needs files, needs weights``."""
    kinds = [gap.kind for gap in gaps]
    return ", ".join(text for kind, text in STATES.items() if kind in kinds) or RUNS
