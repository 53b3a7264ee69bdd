"""Spearman's rank correlation with a bootstrap interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hippo_exp.errors import DataError


@dataclass(frozen=True)
class RankCorrelation:
    """A correlation of ranks.

    Attributes:
        value: in [-1, 1].
        low, high: percentile bootstrap interval over the pairs.
    """

    value: float
    low: float
    high: float


def spearman(
    one: ArrayLike,
    two: ArrayLike,
    *,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> RankCorrelation | None:
    """The rank correlation of two columns; None where one of them is constant.

    Equal values share their mean rank; resamples in which a column is constant are left out.

    Args:
        one, two: (n,) finite values, paired.
        rng: draws the resamples.
        resamples: number of bootstrap samples of the pairs.
        confidence: coverage.

    Raises:
        DataError: columns of different length, or with fewer than three pairs.

    Source: Spearman, American Journal of Psychology 15 (1904); Efron and Tibshirani 1993, ch. 13.
    """
    from scipy.stats import rankdata

    left, right = np.asarray(one, dtype=np.float64), np.asarray(two, dtype=np.float64)
    if left.shape != right.shape or left.ndim != 1 or len(left) < 3:
        raise DataError(f"no pairs to correlate: {left.shape} and {right.shape}")
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return None
    draws = rng.integers(0, len(left), (resamples, len(left)))
    first, second = rankdata(left[draws], axis=1), rankdata(right[draws], axis=1)
    usable = (np.ptp(first, axis=1) > 0) & (np.ptp(second, axis=1) > 0)
    samples = _pearson(first[usable], second[usable])
    tail = (1 - confidence) / 2
    low, high = np.quantile(samples, [tail, 1 - tail])
    value = _pearson(rankdata(left)[np.newaxis], rankdata(right)[np.newaxis])[0]
    return RankCorrelation(float(value), float(low), float(high))


def _pearson(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Row by row."""
    left = one - one.mean(axis=1, keepdims=True)
    right = two - two.mean(axis=1, keepdims=True)
    scale = np.sqrt((left**2).sum(axis=1) * (right**2).sum(axis=1))
    return np.asarray((left * right).sum(axis=1) / scale)
