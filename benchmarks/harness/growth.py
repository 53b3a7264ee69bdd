"""How time and memory grow with the number of edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Growth:
    """A power law ``value ~ size ** exponent`` by least squares of the logarithms.

    Attributes:
        exponent: the slope.
        low, high: its 95 % interval by Student's t; equal to the slope for two points.
        points: number of points.
    """

    exponent: float
    low: float
    high: float
    points: int

    def text(self) -> str:
        """As printed."""
        return f"{self.exponent:.2f} [{self.low:.2f}, {self.high:.2f}]"


def fit_growth(sizes: Sequence[float], values: Sequence[float]) -> Growth | None:
    """Fit; None with fewer than two points."""
    from scipy import stats

    if len(sizes) < 2:
        return None
    line = stats.linregress(np.log(sizes), np.log(values))
    slope = float(line.slope)
    if len(sizes) == 2:
        return Growth(slope, slope, slope, 2)
    half = float(stats.t.ppf(0.975, len(sizes) - 2) * line.stderr)
    return Growth(slope, slope - half, slope + half, len(sizes))
