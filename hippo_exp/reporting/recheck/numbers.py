"""Cells and effects against the values of each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from hippo_exp.errors import VerificationError
from hippo_exp.evaluation import holm, mean, rng_for
from hippo_exp.reporting.aggregates import aggregate_of
from hippo_exp.reporting.comparisons import PairedTest
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.recheck.home import Home
from hippo_exp.reporting.verdict import INSIDE, NEAR, UNEQUAL, judge
from hippo_exp.types import Cell, Comparison

TOLERANCE = 1e-9
Values: TypeAlias = Mapping[tuple[str, str], Mapping[str, float]]
"""(row, metric) -> question id -> value."""


def own_faults(home: Home, cell: Cell) -> list[VerificationError]:
    """A cell of another folder, or a difference or mark that does not follow from its numbers."""
    place = f"{cell.row}/{cell.metric}"
    faults = []
    named = home.folder.parent.name == home.experiment == cell.experiment
    if not named or cell.dataset not in home.datasets:
        origin = f"{cell.experiment}/{cell.dataset}"
        faults.append(home.fault(f"a cell of {origin} in another folder", place))
    if cell.measured is not None and cell.paper is not None:
        difference = cell.measured - cell.paper
        if cell.delta is None or abs(cell.delta - difference) > 2 * TOLERANCE:
            what = f"delta is {cell.delta} and measured minus paper {difference}"
            faults.append(home.fault(what, place))
    elif cell.delta is not None:
        faults.append(home.fault("a delta without both values", place))
    return [*faults, *_mark_faults(home, cell)]


def _mark_faults(home: Home, cell: Cell) -> list[VerificationError]:
    """A mark that the numbers do not earn; whether ``≈`` was allowed the cell does not say."""
    interval = None
    if cell.ci_low is not None and cell.ci_high is not None:
        interval = (cell.ci_low, cell.ci_high)
    digits = metric_style(cell.metric).digits
    mark = judge(cell.measured, interval, cell.paper, digits=digits, tolerance=None).mark
    if cell.verdict == mark or (cell.verdict == NEAR and mark in (INSIDE, UNEQUAL)):
        return []
    what = f"the mark is {cell.verdict!r} and should be {mark!r}"
    return [home.fault(what, f"{cell.row}/{cell.metric}")]


def mean_faults(home: Home, cell: Cell, found: Values) -> list[VerificationError]:
    """A cell that does not follow from its values, or has not their number or interval."""
    place, aggregate = f"{cell.row}/{cell.metric}", aggregate_of(cell.metric)
    values = home.values(cell, found.get((cell.row, aggregate.source), {}))
    if cell.measured is None or not values:
        if cell.measured is None and not values:
            return []
        state = "without" if cell.measured is None else "with"
        return [home.fault(f"{len(values)} values and a cell {state} a number", place)]
    faults = []
    if cell.n != len(values):
        faults.append(home.fault(f"n is {cell.n} and {len(values)} values exist", place))
    expected = aggregate(values)
    if abs(cell.measured - expected) > TOLERANCE:
        kind = "mean" if aggregate.quantile is None else f"{aggregate.quantile:g}-quantile"
        what = f"measured is {cell.measured} and the {kind} of its values {expected}"
        faults.append(home.fault(what, place))
    return [*faults, *_interval_faults(home, cell, values)]


def _interval_faults(home: Home, cell: Cell, values: Sequence[float]) -> list[VerificationError]:
    place, aggregate = f"{cell.row}/{cell.metric}", aggregate_of(cell.metric)
    drawn = home.random_settings()
    if drawn is None and aggregate.is_drawn:
        return _range_faults(home, place, (cell.ci_low, cell.ci_high), values)
    seed, resamples, _ = drawn or (0, 0, 0)  # others draw nothing
    expected = aggregate.interval(values, rng_for(seed, cell.row, cell.metric), resamples)
    return _end_faults(home, place, (cell.ci_low, cell.ci_high), expected or (None, None))


def _end_faults(
    home: Home,
    place: str,
    found: tuple[float | None, float | None],
    expected: tuple[float | None, float | None],
) -> list[VerificationError]:
    if all(_same(one, other) for one, other in zip(found, expected, strict=True)):
        return []
    return [home.fault(f"the interval is {_text(found)} and should be {_text(expected)}", place)]


def _range_faults(
    home: Home,
    place: str,
    found: tuple[float | None, float | None],
    values: Sequence[float],
) -> list[VerificationError]:
    """An interval of the mean lies between the smallest and the largest value."""
    low, high = found
    if len(values) < 2 and (low, high) == (None, None):
        return []
    if low is None or high is None or len(values) < 2:
        return [home.fault(f"{len(values)} values and the interval {_text(found)}", place)]
    if min(values) - TOLERANCE <= low <= high <= max(values) + TOLERANCE:
        return []
    return [home.fault(f"the interval {_text(found)} is not within its values", place)]


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= TOLERANCE


def _text(interval: tuple[float | None, float | None]) -> str:
    low, high = interval
    return "absent" if low is None or high is None else f"[{low}, {high}]"


def left_over(home: Home, cells: Sequence[Cell], found: Values) -> list[VerificationError]:
    """Values that no cell is made of."""
    known = {(cell.row, aggregate_of(cell.metric).source) for cell in cells}
    return [
        home.fault("values without a cell", "/".join(key)) for key in sorted(found.keys() - known)
    ]


def effect_faults(
    home: Home, comparisons: Sequence[Comparison], found: Values
) -> list[VerificationError]:
    """Effects, intervals and p-values that are not those of the rows compared."""
    faults = [fault for item in comparisons for fault in _one_effect(home, item, found)]
    for baseline in dict.fromkeys(item.baseline for item in comparisons):
        family = [item for item in comparisons if item.baseline == baseline]
        adjusted = holm([item.p_value for item in family])
        for item, p_holm in zip(family, adjusted, strict=True):
            if not _same(item.p_holm, p_holm):
                what = f"p_holm is {item.p_holm} and should be {p_holm}"
                faults.append(home.fault(what, _place(item)))
    return faults


def _place(item: Comparison) -> str:
    return f"effect:{item.row}:{item.baseline}/{item.metric}"


def _one_effect(home: Home, item: Comparison, found: Values) -> list[VerificationError]:
    place = _place(item)
    ours = found.get((item.row, item.metric), {})
    theirs = found.get((item.baseline, item.metric), {})
    if not ours or ours.keys() != theirs.keys() or item.n != len(ours):
        return [home.fault("the rows compared have not the same n questions", place)]
    first, second = [ours[qid] for qid in theirs], list(theirs.values())
    difference = mean([one - other for one, other in zip(first, second, strict=True)])
    if abs(item.effect - difference) > TOLERANCE:
        return [home.fault(f"effect is {item.effect} and should be {difference}", place)]
    interval = (item.ci_low, item.ci_high)
    drawn = home.random_settings()
    if drawn is None or drawn[2] == 0:
        spread = [one - other for one, other in zip(first, second, strict=True)]
        return _range_faults(home, place, interval, spread)
    test = PairedTest(*drawn)
    _, low, high, p_value = test(first, second, item.row, item.baseline, item.metric)
    faults = _end_faults(home, place, interval, (low, high))
    if not _same(item.p_value, p_value):
        faults.append(home.fault(f"p_value is {item.p_value} and should be {p_value}", place))
    return faults
