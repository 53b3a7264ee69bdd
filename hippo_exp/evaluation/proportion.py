"""Exact interval of a share of few questions, where the bootstrap of equal values has no width."""

from __future__ import annotations

from hippo_exp.errors import DataError


def proportion_interval(
    count: int, n: int, *, confidence: float = 0.95
) -> tuple[float, float] | None:
    """Clopper and Pearson's interval of ``count / n``; it covers at least with its confidence.

    Reference: C. J. Clopper, E. S. Pearson, *The use of confidence or fiducial limits illustrated
    in the case of the binomial*, Biometrika 26, 1934.

    Args:
        count: successes, 0 to n.
        n: trials.
        confidence: coverage.

    Returns:
        Fractions from 0 to 1; None without a trial.

    Raises:
        DataError: a count outside 0 to n.
    """
    if not 0 <= count <= n:
        raise DataError(f"{count} of {n} is no share", fix="count the successes of these trials")
    if n == 0:
        return None
    from scipy import stats

    found = stats.binomtest(count, n).proportion_ci(confidence, method="exact")
    return float(found.low), float(found.high)
