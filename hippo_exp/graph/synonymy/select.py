"""The rule that turns scored candidates into synonymy edges: threshold, order, cap."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.types import IntArray, SynonymEdges

SCORE_TOLERANCE = 5e-8
"""A score this little below the threshold reaches it.

One step of float32 at 0.8: a similarity of exactly the threshold (4 of 5 shared n-grams) would
else be kept or lost by the rounding of the unit vectors. A wider tolerance would let in scores
that lie below the threshold.
"""


def check_rule(threshold: float, max_neighbors: int) -> None:
    """Refuse a threshold outside (0, 1] and a cap below 1.

    Raises:
        ConfigError: naming the setting.
    """
    if not 0 < threshold <= 1:
        raise ConfigError(
            f"{threshold} lies outside (0, 1]",
            where="threshold",
            fix="give a cosine similarity such as 0.8",
        )
    if max_neighbors < 1:
        raise ConfigError(
            f"{max_neighbors} is below 1", where="max_neighbors", fix="give a positive cap"
        )


def select_synonyms(
    source: ArrayLike,
    target: ArrayLike,
    score: ArrayLike,
    *,
    threshold: float,
    max_neighbors: int,
) -> SynonymEdges:
    """Keep, for each source, its best targets at or above the threshold.

    Candidates come in any order. A hit of a node on itself is skipped before the cap counts; of a
    repeated (source, target) only the best score counts. The rest is ordered by
    (source, -score, target position) and cut to ``max_neighbors`` for each source (official
    behaviour, rows 5 and 6). Scores are compared as float32, see :data:`SCORE_TOLERANCE`.

    Args:
        source: (n,) node positions whose neighbours were searched.
        target: (n,) node positions found.
        score: (n,) similarities.
        threshold: the least score, in (0, 1].
        max_neighbors: the cap for each source, at least 1.

    Returns:
        The directed hits.

    Raises:
        ConfigError: threshold or cap out of range.
        GraphError: arrays of different lengths, or a score that is not finite.
    """
    check_rule(threshold, max_neighbors)
    sources = np.asarray(source, dtype=np.int64)
    targets = np.asarray(target, dtype=np.int64)
    scores = np.asarray(score, dtype=np.float32)
    _check_candidates(sources, targets, scores)
    kept = (scores >= np.float64(threshold) - SCORE_TOLERANCE) & (sources != targets)
    sources, targets, scores = sources[kept], targets[kept], scores[kept]
    if _any_repeated(sources, targets):
        best = _best_of_each_pair(sources, targets, scores)
        sources, targets, scores = sources[best], targets[best], scores[best]
    order = np.lexsort((targets, -scores, sources))
    order = order[_rank_within(sources[order]) < max_neighbors]
    return SynonymEdges(sources[order], targets[order], scores[order])


def _check_candidates(sources: IntArray, targets: IntArray, scores: NDArray[np.float32]) -> None:
    if not sources.shape == targets.shape == scores.shape or sources.ndim != 1:
        raise GraphError(
            f"arrays of shapes {sources.shape}, {targets.shape} and {scores.shape}",
            where="synonymy candidates",
            fix="give one source, target and score for each candidate",
        )
    finite = np.isfinite(scores)
    if not finite.all():
        bad = int(np.argmin(finite))
        raise GraphError(
            f"the score {scores[bad]} is not finite",
            where=f"synonymy candidate {sources[bad]} -> {targets[bad]}",
            fix="check the vectors of these two nodes",
        )


def _any_repeated(sources: IntArray, targets: IntArray) -> bool:
    width = int(targets.max(initial=0)) + 1
    keys = np.sort(sources * width + targets)
    return bool((keys[1:] == keys[:-1]).any())


def _best_of_each_pair(
    sources: IntArray, targets: IntArray, scores: NDArray[np.float32]
) -> IntArray:
    """(n_distinct,) index of the best entry of each (source, target)."""
    order = np.lexsort((-scores, targets, sources))
    new = np.ones(order.size, dtype=np.bool_)
    new[1:] = (np.diff(sources[order]) != 0) | (np.diff(targets[order]) != 0)
    return order[new]


def _rank_within(groups: IntArray) -> IntArray:
    """(n,) rank of each entry inside its run of equal values."""
    positions = np.arange(groups.size)
    starts = np.ones(groups.size, dtype=np.bool_)
    starts[1:] = np.diff(groups) != 0
    ranks: IntArray = positions - np.maximum.accumulate(np.where(starts, positions, 0))
    return ranks
