"""A published mean rank against chance when its sample size is not known."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hippo_exp.pathfinding.ranks import chance_deviation, chance_rank
from hippo_exp.text import counted

REFERENCE_MEAN_RANK = 9.21
"""Mean mention-count rank beyond one hop that a reference run reported, sample size unknown."""


def chance_interval(
    n_candidates: int, n_instances: int, level: float = 0.95
) -> tuple[float, float]:
    """Interval that holds the mean of ``n_instances`` uniform ranks with probability ``level``.

    chance ± z * sd / sqrt(n_instances), by the normal approximation, cut to the ranks there are.
    """
    half = _z(level) * chance_deviation(n_candidates) / math.sqrt(n_instances)
    chance = chance_rank(n_candidates)
    return max(1.0, chance - half), min(float(n_candidates), chance + half)


@dataclass(frozen=True, slots=True)
class ReferenceInterval:
    """How a reported mean rank compares with chance.

    Attributes:
        reported: the reported mean rank.
        chance: mean of a uniform rank.
        deviation: standard deviation of a uniform rank.
        n_instances: the sample size for which ``low`` and ``high`` hold, an assumption.
        low, high: 95 % interval of the mean of that many uniform ranks.
        inside: whether ``reported`` lies in it.
        largest_n: largest sample size whose interval holds ``reported``; None when every does.
        sentence: the same in words.
    """

    reported: float
    chance: float
    deviation: float
    n_instances: int
    low: float
    high: float
    inside: bool
    largest_n: int | None
    sentence: str


def reference_interval(
    reported: float = REFERENCE_MEAN_RANK, *, n_candidates: int = 17, n_instances: int = 500
) -> ReferenceInterval:
    """Say for which sample sizes a reported mean rank agrees with chance.

    |reported - chance| <= z * sd / sqrt(n)  <=>  n <= (z * sd / |reported - chance|)^2.
    """
    chance, deviation = chance_rank(n_candidates), chance_deviation(n_candidates)
    low, high = chance_interval(n_candidates, n_instances)
    distance = abs(reported - chance)
    largest = None if distance < 1e-12 else math.floor((_z(0.95) * deviation / distance) ** 2)
    inside = low <= reported <= high
    reach = "any size" if largest is None else f"up to {counted(largest, 'instance')}"
    sentence = (
        f"A mean rank of {reported:.2f} lies in the 95 % interval around chance ({chance:.2f}) for "
        f"samples of {reach}; at {counted(n_instances, 'instance')} that interval is {low:.2f} to "
        f"{high:.2f} and the value is {'inside' if inside else 'outside'}. The reference run's "
        "sample size is not known, so the value can agree with chance; whether it does cannot be "
        "decided."
    )
    return ReferenceInterval(
        reported, chance, deviation, n_instances, low, high, inside, largest, sentence
    )


def _z(level: float) -> float:
    from scipy import special

    return float(special.ndtri(0.5 + level / 2))
