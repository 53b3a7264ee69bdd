"""Quantiles of a sample, with intervals that assume no distribution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from hippo_exp.errors import ConfigError
from hippo_exp.evaluation.bootstrap import checked_sample


def quantile(values: ArrayLike, q: float) -> float:
    """The smallest value that at least the share ``q`` of the sample does not exceed.

    This is the inverse of the empirical distribution function: of n values in ascending order the
    ``ceil(q n)``-th, so that it is always a value that occurred.

    Args:
        values: (n,) finite values in any unit.
        q: 0 < q < 1; 0.95 for the 95th percentile.

    Raises:
        DataError: no value, or one that is not finite.
        ConfigError: ``q`` out of range.
    """
    _check(q)
    sample = np.sort(checked_sample(values))
    return float(sample[_place(q, sample.size) - 1])


def quantile_interval(
    values: ArrayLike, q: float, confidence: float = 0.95
) -> tuple[float, float] | None:
    """Interval of a quantile between two values of the sample (Conover 1999, section 3.2).

    The number of values below the true quantile is binomial (n, q). The ends are the values whose
    ranks cut off at most ``(1 - confidence) / 2`` of that distribution on either side, so that the
    coverage is at least ``confidence`` whatever the distribution of the values.

    Args:
        values: (n,) finite values.
        q: see :func:`quantile`.
        confidence: smallest coverage.

    Returns:
        Lower and upper end; None where the sample is too small to hold both (for the 95th
        percentile below 72 values).

    Raises:
        DataError, ConfigError: see :func:`quantile`.
    """
    from scipy.stats import binom

    _check(q)
    sample = np.sort(checked_sample(values))
    n, tail = sample.size, (1.0 - confidence) / 2.0
    below = binom.cdf(np.arange(n), n, q)  # entry k: probability of at most k values below
    low = int(np.searchsorted(below, tail, side="right"))
    high = int(np.searchsorted(below, 1.0 - tail, side="left")) + 1
    if low < 1 or high > n:
        return None
    return float(sample[low - 1]), float(sample[high - 1])


def _place(q: float, n: int) -> int:
    """``ceil(q n)`` without the rounding error of the product, at least 1."""
    return max(1, math.ceil(round(q * n, 9)))


def _check(q: float) -> None:
    if not 0.0 < q < 1.0:
        raise ConfigError(f"q={q} is no quantile", where="q", fix="use a share between 0 and 1")
