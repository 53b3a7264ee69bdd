"""Costs that grow linearly with the number of queries, and where two of them meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.types import FloatArray


@dataclass(frozen=True, slots=True)
class LinearCost:
    """A bill of a fixed part and one part for each query.

    Attributes:
        fixed: paid once (indexing), in US dollars, at least 0.
        per_query: paid for each query, at least 0.

    Raises:
        ConfigError: a part that is negative or not finite.
    """

    fixed: float
    per_query: float

    def __post_init__(self) -> None:
        for name in ("fixed", "per_query"):
            value = getattr(self, name)
            if not np.isfinite(value) or value < 0:
                raise ConfigError(f"{value} is no cost", where=name, fix="give at least 0")

    def total(self, queries: float) -> float:
        """``fixed + per_query * queries``."""
        return self.fixed + self.per_query * queries


def crossing(early: LinearCost, late: LinearCost) -> float | None:
    """The number of queries from which on ``early``, which pays first, is no dearer than ``late``.

    ``(early.fixed - late.fixed) / (late.per_query - early.per_query)``: there both totals are
    equal. 0 where ``early`` is never dearer; None where it never gets cheaper.

    Args:
        early: the method with the larger fixed part.
        late: the method that pays for each query.
    """
    ahead, saved = early.fixed - late.fixed, late.per_query - early.per_query
    if ahead <= 0 and saved >= 0:
        return 0.0
    return ahead / saved if ahead > 0 and saved > 0 else None


def resampled(
    statistic: Callable[[float, FloatArray], float | None],
    passages: FloatArray,
    queries: FloatArray,
    *,
    rng: np.random.Generator,
    resamples: int,
    confidence: float = 0.95,
) -> tuple[float, float] | None:
    """Percentile bootstrap interval of a figure made of mean costs of passages and of queries.

    Passages and queries are drawn independently of each other; the columns of ``queries`` belong
    to the same queries and are drawn together.

    Args:
        statistic: (mean cost of a passage, (n_columns,) mean costs of a query) to the figure; None
            where it does not exist.
        passages: (n_passages,) US dollars of each passage.
        queries: (n_queries, n_columns) US dollars of each query under each method.
        rng: of this figure alone.
        resamples: number of bootstrap samples.
        confidence: coverage.

    Returns:
        Lower and upper end; None for fewer than two passages or queries, or where the figure does
        not exist in some sample.
    """
    if len(passages) < 2 or len(queries) < 2:
        return None
    found = np.empty(resamples)
    for number in range(resamples):
        of_passages = passages[rng.integers(len(passages), size=len(passages))].mean()
        of_queries = queries[rng.integers(len(queries), size=len(queries))].mean(axis=0)
        value = statistic(float(of_passages), of_queries)
        if value is None:
            return None
        found[number] = value
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(found, [tail, 1.0 - tail])
    return float(low), float(high)
