"""The two-sided comparison of a measured number with the paper's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hippo_exp.reporting.decimals import exact, rounded

EQUAL: Final = "="
NEAR: Final = "≈"
INSIDE: Final = "∈"
UNEQUAL: Final = "≠"
ABSENT: Final = "–"

LEGEND: Mapping[str, str] = {
    EQUAL: "equal at the printed digit",
    NEAR: "within the tolerance stated beforehand",
    INSIDE: "the paper's value lies in our 95 % interval",
    UNEQUAL: "outside both",
    ABSENT: "not run, or no published value",
}
"""Mark -> meaning; a better number is judged like a worse one."""

NO_PUBLISHED_VALUE: Final = "no published value"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Outcome of one comparison.

    Attributes:
        mark: one of the keys of :data:`LEGEND`.
        delta: measured minus paper, unrounded; None unless both exist.
        reason: why there is no comparison; empty when there is one.
    """

    mark: str
    delta: float | None
    reason: str


def judge(
    measured: float | None,
    interval: tuple[float, float] | None,
    paper: float | None,
    *,
    digits: int,
    tolerance: float | None,
    reason: str = "",
) -> Verdict:
    """Compare one measured value with the paper's, in decimal arithmetic.

    The first rule that holds decides: ``=`` both are equal when rounded to ``digits``; ``≈``
    ``|measured - paper| <= tolerance``, on the unrounded measured value and with the tolerance
    itself included; ``∈`` the paper's value lies in the interval, ends included; ``≠``.

    Args:
        measured: None when the row did not run.
        interval: 95 % interval of ``measured``, None when it has none.
        paper: None when the paper gives no value for exactly this setting.
        digits: decimals that the paper prints.
        tolerance: stated beforehand for the kind of row; None to allow none.
        reason: why the row did not run, or why the paper's value does not apply.

    Raises:
        VerificationError: a value is NaN or infinite.
    """
    if measured is None:
        return Verdict(ABSENT, None, reason or "did not run")
    if paper is None:
        return Verdict(ABSENT, None, reason or NO_PUBLISHED_VALUE)
    delta = exact(measured) - exact(paper)
    if rounded(measured, digits) == rounded(paper, digits):
        mark = EQUAL
    elif tolerance is not None and abs(delta) <= exact(tolerance):
        mark = NEAR
    elif interval is not None and exact(interval[0]) <= exact(paper) <= exact(interval[1]):
        mark = INSIDE
    else:
        mark = UNEQUAL
    return Verdict(mark, float(delta), "")
