"""What one cell reads: ``measured (paper, ±difference mark)``."""

from __future__ import annotations

from hippo_exp.reporting.decimals import printed, printed_signed, rounded
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.verdict import ABSENT, judge
from hippo_exp.types import Cell, Comparison


def cell_text(cell: Cell, *, beside_paper: bool = True) -> str:
    """Text of a cell.

    ``40.2 (40.9, −0.7 ∈)``; ``40.2 (–)`` without a published value; ``– (40.9)`` or ``–`` when
    the row did not run. The difference is that of the two printed figures, so that it adds up on
    the page; the mark was given to the unrounded values.

    Args:
        cell: the cell.
        beside_paper: False in a grid where no cell has a published value: ``(–)`` behind every
            number would say nothing that the remark under the table does not.
    """
    digits = metric_style(cell.metric).digits
    paper = None if cell.paper is None else printed(cell.paper, digits)
    if cell.measured is None:
        return ABSENT if paper is None else f"{ABSENT} ({paper})"
    measured = printed(cell.measured, digits)
    if cell.paper is None:
        return f"{measured} ({ABSENT})" if beside_paper else measured
    difference = rounded(cell.measured, digits) - rounded(cell.paper, digits)
    return f"{measured} ({paper}, {printed_signed(difference)} {cell.verdict})"


def interval_text(low: float | None, high: float | None, digits: int) -> str:
    """``[37.1, 43.0]``, or the mark for an absent value."""
    if low is None or high is None:
        return ABSENT
    return f"[{printed(low, digits)}, {printed(high, digits)}]"


def effect_text(comparison: Comparison, *, beside_paper: bool = True) -> str:
    """``−1.2 (−0.7 ∈)``: our effect, the paper's, and the mark of the pair; see `cell_text`."""
    digits = metric_style(comparison.metric).digits
    effect = printed_signed(rounded(comparison.effect, digits))
    if comparison.paper_effect is None:
        return f"{effect} ({ABSENT})" if beside_paper else effect
    low, high = comparison.ci_low, comparison.ci_high
    verdict = judge(
        comparison.effect,
        None if low is None or high is None else (low, high),
        comparison.paper_effect,
        digits=digits,
        tolerance=None,
    )
    paper = printed_signed(rounded(comparison.paper_effect, digits))
    return f"{effect} ({paper} {verdict.mark})"


def p_text(p_value: float) -> str:
    """Three decimals, or ``<0.001``."""
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"
