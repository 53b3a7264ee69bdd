"""Two-sided paired permutation test of a mean difference."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hippo_exp.evaluation.bootstrap import paired_difference
from hippo_exp.types import FloatArray


def paired_permutation(
    first: ArrayLike,
    second: ArrayLike,
    *,
    seed: int | np.random.Generator,
    resamples: int = 9999,
) -> float:
    """P value of "the two rows are exchangeable on each question".

    The test statistic is the mean difference; the null distribution swaps the two values of each
    question independently (Fisher's randomisation test; ``scipy.stats.permutation_test`` with
    ``permutation_type="samples"`` computes the same and serves as the oracle in the tests).
    Questions without a difference change no statistic and are left out. If all sign patterns
    number at most ``resamples``, they are enumerated and the result is exact; otherwise
    ``(1 + hits) / (1 + resamples)`` of random patterns.

    Args:
        first: (n_questions,) values of one row.
        second: (n_questions,) values of the other, same questions in the same order.
        seed: a seed or a generator.
        resamples: number of random patterns.

    Returns:
        A value in (0, 1]; 1 when no question differs.
    """
    difference = paired_difference(first, second)
    difference = difference[difference != 0]
    if not difference.size:
        return 1.0
    exact = difference.size < 63 and 2**difference.size <= resamples
    if exact:
        sums = _all_sums(difference)
    else:
        sums = _random_sums(difference, resamples, np.random.default_rng(seed))
    observed = abs(float(difference.sum()))
    slack = 1e-12 * float(np.abs(difference).sum())
    hits = int(np.count_nonzero(np.abs(sums) >= observed - slack))
    return hits / len(sums) if exact else (1 + hits) / (1 + resamples)


def _all_sums(difference: FloatArray) -> FloatArray:
    """(2^n,) sum of the differences under every sign pattern."""
    n = difference.size
    bits = (np.arange(2**n)[:, np.newaxis] >> np.arange(n)) & 1
    sums: FloatArray = (1.0 - 2.0 * bits) @ difference
    return sums


def _random_sums(
    difference: FloatArray, resamples: int, generator: np.random.Generator
) -> FloatArray:
    """(resamples,) sums under random signs.

    Of m differences of one size, a random number Binomial(m, 1/2) keeps its sign; drawing that
    number per size gives the same distribution as a sign per question, at a fraction of the
    cost, because recall takes few values.
    """
    sizes, repeats = np.unique(np.abs(difference), return_counts=True)
    kept = generator.binomial(repeats, 0.5, size=(resamples, len(sizes)))
    sums: FloatArray = (2.0 * kept - repeats) @ sizes
    return sums
