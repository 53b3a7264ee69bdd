"""What the unmeasured cells of the paper lack, and the commands that bring it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.reporting.tables.markdown import parse_grids
from hippo_exp.types import Cell

_FETCH = re.compile(r"`(hippo-exp data fetch [^`]+)`")
_BULLET = re.compile(r"- (.+?) \(([\d,]+) cells?\): (.+)")
_RUN = re.compile(r"(.*?)\. Run: `([^`]+)`")
_COST = "Money and time:"
_MISSING = "is not in the data set's folder"
"""How a reason ends that a file is missing."""


@dataclass(frozen=True)
class Need:
    """One thing that is lacking, besides files.

    Attributes:
        kind: for example ``needs weights``.
        cells: how many lack it, as printed.
        reason: what it is.
        command: what brings it; empty where no command does.
        cost: what it costs, where the report tells.
    """

    kind: str
    cells: str
    reason: str
    command: str = ""
    cost: str = ""


@dataclass(frozen=True)
class Needs:
    """Everything that is lacking.

    Attributes:
        fetch: the command that fetches all files; empty where none is missing.
        files: (n_files, 4) path, source, checksum, number of cells, as printed.
        others: what else is lacking.
    """

    fetch: str
    files: Sequence[Sequence[str]]
    others: tuple[Need, ...]

    def commands(self, cell: Cell) -> tuple[str, ...]:
        """What brings what a cell lacks, as far as a command can."""
        fetch = f"hippo-exp data fetch {cell.dataset}" if _MISSING in cell.reason else ""
        found = [need.command for need in self.others if need.reason in cell.reason]
        return tuple(command for command in (fetch, *found) if command)


def read_needs(text: str) -> Needs:
    """Read the section of ``report.md`` about what the rest needs."""
    fetch = _FETCH.search(text)
    grid = next(iter(parse_grids(text)), [])
    others = tuple(_need(found) for line in text.splitlines() if (found := _BULLET.match(line)))
    return Needs(fetch[1] if fetch else "", grid[1:], others)


def _need(found: re.Match[str]) -> Need:
    kind, cells, text = found.groups()
    run = _RUN.match(text)
    if run:
        return Need(kind, cells, run[1], run[2])
    reason, _, cost = text.partition(f". {_COST}")
    return Need(kind, cells, reason.removesuffix("."), cost=f"{_COST}{cost}" if cost else "")
