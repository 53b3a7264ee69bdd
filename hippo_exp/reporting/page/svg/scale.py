"""From numbers to places on an axis, and the ticks of the axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Scale:
    """One axis.

    Attributes:
        low, high: the numbers at its ends.
        start, end: their places.
        ticks: numbers that are named on it.
        is_log: equal ratios are equally wide.
    """

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]
    is_log: bool = False

    def __call__(self, value: float) -> float:
        """The place of a number."""
        low, high, at = self.low, self.high, value
        if self.is_log:
            low, high, at = math.log(low), math.log(high), math.log(value)
        return self.start + (at - low) / (high - low) * (self.end - self.start)


def linear(values: Sequence[float], start: float, end: float, *, n_ticks: int = 5) -> Scale:
    """An axis that holds all values and begins and ends at a tick."""
    low, high = min(values), max(values)
    span = high - low or abs(high) or 1.0
    rough = span / n_ticks
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in _STEPS if power * factor >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    ticks = tuple(round(number * step, 10) for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks)


def logarithmic(values: Sequence[float], start: float, end: float) -> Scale:
    """An axis that holds all values, which are above zero, with ticks at powers of ten."""
    first = math.floor(math.log10(min(values)) + 1e-9)
    last = max(math.ceil(math.log10(max(values)) - 1e-9), first + 1)
    ticks = tuple(10.0**power for power in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks, is_log=True)


def tick_text(value: float) -> str:
    """A number on an axis: short, thousands as k and millions as M."""
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{sign}".replace("-", "\N{MINUS SIGN}")
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")
