"""From the values of each question to a cell's number: the mean, a share, or a quantile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.evaluation import (
    bootstrap_interval,
    mean,
    quantile,
    quantile_interval,
    wilson_interval,
)

if TYPE_CHECKING:
    import numpy as np

SHARES = ("path_following", "path_finding", "neither", "followable")
"""Metrics whose values are all 0 or 100: shares of questions."""
_QUANTILE = re.compile(r"(\w+)_p([1-9]\d?)")


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What a cell says of its values.

    Attributes:
        source: the name under which ``per_query.csv.gz`` keeps them.
        quantile: of the values; None for their mean.
        share: whether the values are all 0 or 100.
    """

    source: str
    quantile: float | None = None
    share: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether its interval rests on random draws."""
        return self.quantile is None and not self.share

    def __call__(self, values: Sequence[float]) -> float:
        """The number of a cell."""
        return mean(values) if self.quantile is None else quantile(values, self.quantile)

    def interval(
        self, values: Sequence[float], rng: np.random.Generator, resamples: int
    ) -> tuple[float, float] | None:
        """The 95 % interval: by bootstrap for a mean, by Wilson's score for a share, between two of
        the values for a quantile.

        None for no value, for fewer than two unless of a share, and for a quantile of too few.
        """
        if self.share and values:
            hits = sum(value == 100.0 for value in values)
            low, high = wilson_interval(hits, len(values))
            return 100 * low, 100 * high
        if len(values) < 2:
            return None
        if self.quantile is not None:
            return quantile_interval(values, self.quantile)
        return bootstrap_interval(values, seed=rng, resamples=resamples)


def aggregate_of(metric: str) -> Aggregate:
    """``NAME_p95`` is the 95th percentile of the values ``NAME``; others are means or shares."""
    match = _QUANTILE.fullmatch(metric)
    if match is None:
        return Aggregate(metric, share=metric in SHARES)
    return Aggregate(match[1], int(match[2]) / 100)
