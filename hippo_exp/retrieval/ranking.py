"""Scores to rankings, with one named rule for equal scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.types import FloatArray, IntArray, Query, Ranking, ScoreBlock

Ties = Literal["first", "last"]


def rank_passages(
    block: ScoreBlock, queries: Sequence[Query], *, k: int, ties: Ties, decimals: int = 9
) -> tuple[Ranking, ...]:
    """The ``k`` best passages of each query, best first.

    Two scores of a row are *equal* when they agree after division by the row's largest absolute
    score and rounding to ``decimals`` places: differences below that are noise of a solver or of
    a matrix product and never decide a rank. Passages with score 0 are ranked too, so every
    ranking has min(k, n_passages) entries.

    Args:
        block: scores (n_queries, n_passages).
        queries: (n_queries,) the queries of the block.
        k: length of a ranking, at least 1; clamped to the size of the corpus.
        ties: among equal scores, ``first`` puts the first passage of the corpus first; ``last``
            the last one (a stable ascending sort, reversed: official behaviour, row 11).
        decimals: see above, 0 to 15.

    Returns:
        (n_queries,) rankings; their scores are the passages' own, lowered within the rounding
        where that is needed to make them non-increasing.

    Raises:
        ConfigError: ``k``, ``ties`` or ``decimals`` out of range.
        ValueError: block and queries do not belong together.
    """
    _check(k, ties, decimals)
    n_queries, n_passages = block.scores.shape
    if not n_queries == len(queries) == len(block.outcomes):
        raise ValueError(
            f"{n_queries} rows, {len(block.outcomes)} outcomes, {len(queries)} queries"
        )
    rankings = []
    for query, scores, outcome in zip(queries, block.scores, block.outcomes, strict=True):
        best = _best(_keys(scores, decimals), min(k, n_passages), ties)
        falling = np.minimum.accumulate(scores[best])
        rankings.append(Ranking(query.id, best, falling, outcome))
    return tuple(rankings)


def _keys(scores: FloatArray, decimals: int) -> FloatArray:
    if not np.isfinite(scores).all():
        raise ValueError("scores that are not finite cannot be ranked")
    largest = np.abs(scores).max(initial=0.0)
    if largest == 0.0:
        return np.zeros_like(scores)
    keys: FloatArray = np.rint(scores / largest * 10.0**decimals)
    return keys


def _best(keys: FloatArray, k: int, ties: Ties) -> IntArray:
    """(k,) positions of the largest keys; sorts only the k best and whatever ties with them."""
    if k < keys.size:
        cut = keys.size - k
        kept = np.flatnonzero(keys >= np.partition(keys, cut)[cut])
    else:
        kept = np.arange(keys.size)
    if ties == "first":
        order = np.argsort(-keys[kept], kind="stable")
    else:
        order = np.argsort(keys[kept], kind="stable")[::-1]
    return kept[order[:k]].astype(np.int64)


def _check(k: int, ties: str, decimals: int) -> None:
    if k < 1:
        raise ConfigError(f"k={k} asks for no passage", where="k", fix="use at least 1")
    if ties not in ("first", "last"):
        raise ConfigError(f"{ties!r} is no tie rule", where="ties", fix="use first or last")
    if not 0 <= decimals <= 15:
        raise ConfigError(
            f"decimals={decimals} is out of range", where="decimals", fix="use 0 to 15"
        )
