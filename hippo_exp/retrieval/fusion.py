"""Two retrievers fused: by a fixed weight of their scores, or by their ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.types import FloatArray, Query, ScoreBlock

_PLACES = 9


class ScoreFusionRetriever:
    """weight * m(first) + (1 - weight) * m(second), m = min-max over the passages of a query.

    A retriever that scores all passages of a query alike contributes nothing to it. Outcomes:
    ``ok``, or those of the two that are not, joined by ``+``.

    Args:
        first, second: over the same passages.
        weight: the part of ``first``, 0 to 1.

    Raises:
        ConfigError: ``weight`` out of range.
    """

    def __init__(self, first: Retriever, second: Retriever, *, weight: float = 0.5) -> None:
        if not 0 <= weight <= 1:
            raise ConfigError(
                f"weight={weight} is out of range", where="fusion.weight", fix="use 0 to 1"
            )
        self._first = first
        self._second = second
        self._weight = weight

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages.

        Raises:
            DataError: the two retrievers score different numbers of passages.
        """
        one, two = _both(self._first, self._second, queries)
        scores = self._weight * min_max(one.scores) + (1 - self._weight) * min_max(two.scores)
        return ScoreBlock(scores, _outcomes(one, two))


class RankFusionRetriever:
    """Reciprocal rank fusion: 1 / (k + rank in first) + 1 / (k + rank in second).

    Ranks start at 1 and run over all passages. Scores that are equal to 9 places of the largest
    share the mean of their ranks, so that the many passages that a graph search never reaches are
    not ordered by accident. Outcomes as in :class:`ScoreFusionRetriever`.

    Cormack, Clarke and Büttcher, SIGIR 2009, who fix k = 60.

    Args:
        first, second: over the same passages.
        k: damps the weight of the first ranks, at least 0.

    Raises:
        ConfigError: ``k`` out of range.
    """

    def __init__(self, first: Retriever, second: Retriever, *, k: float = 60) -> None:
        if not 0 <= k < np.inf:
            raise ConfigError(f"k={k} is out of range", where="fusion.k", fix="use 0 or more")
        self._first = first
        self._second = second
        self._k = k

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages.

        Raises:
            DataError: the two retrievers score different numbers of passages.
        """
        one, two = _both(self._first, self._second, queries)
        scores = 1 / (self._k + mean_ranks(one.scores)) + 1 / (self._k + mean_ranks(two.scores))
        return ScoreBlock(scores, _outcomes(one, two))


def mean_ranks(scores: FloatArray) -> FloatArray:
    """(n_queries, n_passages) ranks from 1, best first, equal scores by the mean of theirs."""
    from scipy.stats import rankdata

    if not scores.size:
        return np.ones(scores.shape)
    largest = np.abs(scores).max(axis=1, keepdims=True)
    keys = np.round(scores / np.where(largest > 0, largest, 1.0), _PLACES)
    ranks: FloatArray = rankdata(-keys, method="average", axis=1)
    return ranks


def _both(
    first: Retriever, second: Retriever, queries: Sequence[Query]
) -> tuple[ScoreBlock, ScoreBlock]:
    one, two = first.score(queries), second.score(queries)
    if one.scores.shape != two.scores.shape:
        raise DataError(
            f"scores of {one.scores.shape[1]} and of {two.scores.shape[1]} passages",
            where="fusion",
            fix="fuse two retrievers over one corpus",
        )
    return one, two


def _outcomes(one: ScoreBlock, two: ScoreBlock) -> tuple[str, ...]:
    return tuple(
        "+".join(dict.fromkeys(name for name in pair if name != "ok")) or "ok"
        for pair in zip(one.outcomes, two.outcomes, strict=True)
    )
