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
    """The one command that fills every gap; empty where some gap has none."""
    return "" if _unfilled(gaps) else _commands(gaps)


def partial_remedy(gaps: Sequence[Gap]) -> str:
    """What to run where commands fill only some gaps, and what is lacking after that; or empty."""
    rest, command = _unfilled(gaps), _commands(gaps)
    if not rest or not command:
        return ""
    return f"`{command}` fills a part; no command fills the rest: {reason_of(rest)}"


def remedy_of(gaps: Sequence[Gap]) -> str:
    """The command that fills every gap, else :func:`partial_remedy`."""
    return command_of(gaps) or partial_remedy(gaps)


def _unfilled(gaps: Sequence[Gap]) -> list[Gap]:
    return [gap for gap in gaps if gap.fetch is None and not gap.command]


def _commands(gaps: Sequence[Gap]) -> str:
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
