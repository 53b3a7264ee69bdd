"""Numbers as entries of a table."""

from __future__ import annotations

from hippo_exp.reporting.decimals import printed, printed_signed, rounded
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head
from hippo_exp.reporting.page.parts.verdicts import chip, state_of
from hippo_exp.reporting.tables.blocks import INTERVAL
from hippo_exp.reporting.verdict import ABSENT
from hippo_exp.types import Cell

INTERVAL_HEAD = Head(INTERVAL.replace(" ", "\N{NO-BREAK SPACE}"))


def paper_entries(cell: Cell) -> list[Entry]:
    """The paper's number, the difference of the printed figures, the verdict."""
    digits = metric_style(cell.metric).digits
    difference = ABSENT
    if cell.measured is not None and cell.paper is not None:
        gap = rounded(cell.measured, digits) - rounded(cell.paper, digits)
        difference = printed_signed(gap)
    return [
        Entry(number(cell.paper, digits), cell.paper),
        Entry(difference, cell.delta),
        Entry(chip(state_of(cell))),
    ]


def number(value: float | None, digits: int) -> str:
    """A number in print, the mark of an absent one."""
    return ABSENT if value is None else printed(value, digits)
