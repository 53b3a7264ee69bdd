"""Wilson's score interval of a share."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from hippo_exp.errors import DataError


def wilson_interval(hits: int, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Interval of a share from ``hits`` of ``n`` independent trials.

    ``(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)`` with p = hits / n and z the normal
    quantile; unlike the bootstrap's it has a width at 0 and at n hits. Reference: E. B. Wilson,
    *Probable inference, the law of succession, and statistical inference*, JASA 22, 1927.

    Returns:
        Both ends, fractions in [0, 1].

    Raises:
        DataError: no trial, or a number of hits that cannot be.
    """
    if not 0 <= hits <= n or n == 0:
        raise DataError(f"{hits} of {n} is no share", fix="count at least one question")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = hits / n, z * z / n
    half = z * sqrt(share * (1 - share) / n + spread / (4 * n))
    low, high = ((share + spread / 2 + sign * half) / (1 + spread) for sign in (-1, 1))
    return (0.0 if hits == 0 else low), (1.0 if hits == n else high)
