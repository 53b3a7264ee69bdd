"""Percentile bootstrap intervals of a mean, and of a mean paired difference."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from hippo_exp.errors import DataError
from hippo_exp.types import FloatArray


def bootstrap_interval(
    values: ArrayLike,
    *,
    seed: int | np.random.Generator,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> tuple[float, float]:
    """Percentile bootstrap interval of the mean (Efron and Tibshirani 1993, chapter 13).

    Args:
        values: (n_questions,) one finite value per question.
        seed: a seed or a generator, see :func:`hippo_exp.evaluation.rng_for`.
        confidence: coverage, 0.95 for a 95 % interval.
        resamples: number of bootstrap samples.

    Returns:
        Lower and upper end. Where all values are equal, one question included, both ends are
        that value: the sample then says nothing about the spread.

    Raises:
        DataError: no value, or one that is not finite.
    """
    from scipy import stats

    sample = checked_sample(values)
    if np.all(sample == sample[0]):
        return float(sample[0]), float(sample[0])
    result = stats.bootstrap(
        (sample,),
        np.mean,
        n_resamples=resamples,
        confidence_level=confidence,
        method="percentile",
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    low, high = result.confidence_interval
    return float(low), float(high)


def paired_interval(
    first: ArrayLike,
    second: ArrayLike,
    *,
    seed: int | np.random.Generator,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> tuple[float, float]:
    """Percentile bootstrap interval of ``mean(first - second)``, questions resampled in pairs.

    Args:
        first: (n_questions,) values of one row.
        second: (n_questions,) values of the other row, same questions in the same order.
        seed, confidence, resamples: see :func:`bootstrap_interval`.
    """
    difference = paired_difference(first, second)
    return bootstrap_interval(difference, seed=seed, confidence=confidence, resamples=resamples)


def paired_difference(first: ArrayLike, second: ArrayLike) -> FloatArray:
    """(n_questions,) ``first - second``.

    Raises:
        DataError: lengths differ, no value, or one that is not finite.
    """
    left, right = checked_sample(first), checked_sample(second)
    if left.shape != right.shape:
        raise DataError(
            f"paired values have different lengths, {len(left)} and {len(right)}",
            fix="score both rows on the same questions",
        )
    return left - right


def checked_sample(values: ArrayLike) -> FloatArray:
    """``values`` as a non-empty, finite, one-dimensional float64 array, or a DataError."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1 or not sample.size:
        raise DataError("no per-question value to average", fix="score at least one question")
    if not np.all(np.isfinite(sample)):
        raise DataError("a per-question value is not finite", fix="check the scores of this row")
    return sample


def mean(values: Sequence[float] | FloatArray) -> float:
    """Arithmetic mean by exact summation, so that it does not depend on the questions' order."""
    return math.fsum(checked_sample(values)) / len(values)
