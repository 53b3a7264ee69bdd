"""What was demanded beforehand, and whether this run meets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from benchmarks.harness.records import Record

Lines: TypeAlias = Mapping[str, Record]
"""Method -> its record, of one case."""

Quantity: TypeAlias = Callable[[Lines], float | None]
"""A number made of a case's lines, None where one of them was not measured."""


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on a number of one case.

    Attributes:
        text: the demand.
        case: whose lines are looked at.
        quantity: the number.
        bound: what it is compared with.
        at_least: True demands at least the bound, False at most.
    """

    text: str
    case: str
    quantity: Quantity
    bound: float
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A target and what was measured; None when it was not measured."""

    text: str
    bound: float
    at_least: bool
    measured: float | None

    @property
    def held(self) -> bool | None:
        """Whether the bound holds, None when nothing was measured."""
        if self.measured is None:
            return None
        if self.at_least:
            return self.measured >= self.bound
        return self.measured <= self.bound


def judge(targets: Sequence[Target], records: Sequence[Record]) -> list[Outcome]:
    """Compare; targets on cases that are not among the records are left out."""
    outcomes = []
    for target in targets:
        lines = {record.method: record for record in records if record.case == target.case}
        if lines:
            measured = target.quantity(lines)
            outcomes.append(Outcome(target.text, target.bound, target.at_least, measured))
    return outcomes


def times_faster(method: str, than: Sequence[str]) -> Quantity:
    """Median of the fastest of some methods divided by the median of ``method``."""

    def quantity(lines: Lines) -> float | None:
        ours = _median(lines, method)
        others = [median for name in than if (median := _median(lines, name)) is not None]
        return None if ours is None or not others else min(others) / ours

    return quantity


def seconds(method: str) -> Quantity:
    """Median in seconds."""

    def quantity(lines: Lines) -> float | None:
        median = _median(lines, method)
        return None if median is None else median / 1000

    return quantity


def number_of(method: str, field: str) -> Quantity:
    """A number of a record, such as ``max_abs_error``."""
    return lambda lines: getattr(lines[method], field) if method in lines else None


def _median(lines: Lines, method: str) -> float | None:
    return lines[method].median_ms if method in lines else None
