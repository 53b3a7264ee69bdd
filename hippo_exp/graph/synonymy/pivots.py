"""An upper bound of the late-interaction score from a few tokens of the query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hippo_exp.encoders.late_interaction import TokenVectors, sum_by_query
from hippo_exp.types import FloatArray

_NEAR = 0.95
"""A token with this cosine to a pivot needs no search of its own. The [MASK] vectors of a query
repeat those of its words more than they add to them (Giacalone et al., ECIR 2024), so that fewer
pivots stand for all tokens."""


@dataclass(frozen=True)
class Pivots:
    """Some tokens of each query, and how far the others lie from them.

    With p the pivot of token q at angle a, and c the largest cosine of p with a token of a
    document, at angle b: max_j q . d_j <= cos(b - a) = c cos a + sqrt(1 - c^2) sin a where a <= b,
    and <= 1 otherwise (triangle inequality of angles).

    Attributes:
        tokens: the pivots of each query.
        members: (n_pivots,) float32 number of tokens of each pivot, itself included.
        cosines: (n_pivots,) float32 sum of cos a over them.
        sines: (n_pivots,) float32 sum of sin a over them.
        nearest: (n_pivots,) float32 cos of their largest angle.
    """

    tokens: TokenVectors
    members: NDArray[np.float32]
    cosines: NDArray[np.float32]
    sines: NDArray[np.float32]
    nearest: NDArray[np.float32]


def find_pivots(queries: TokenVectors) -> Pivots:
    """Choose pivots until each token has one with cosine ``_NEAR`` or more.

    The first pivot is the first token, the next one always the token farthest from all pivots.
    """
    texts, statistics = [], [np.empty((0, 4))]
    for position in range(len(queries)):
        vectors = queries.text(position)
        unit = vectors / np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
        cosines = np.clip(unit @ unit.T, -1.0, 1.0)
        chosen = [0]
        nearest = cosines[0].copy()
        while nearest.min() < _NEAR:
            chosen.append(int(nearest.argmin()))
            np.maximum(nearest, cosines[chosen[-1]], out=nearest)
        texts.append(vectors[chosen])
        statistics.append(_statistics(cosines[chosen]))
    columns = np.concatenate(statistics).astype(np.float32).T
    return Pivots(TokenVectors.from_texts(texts, queries.dim), *columns)


def _statistics(cosines: FloatArray) -> FloatArray:
    """(n_pivots, 4): members, sums of cosines and of sines, smallest cosine; see Pivots."""
    pivot = cosines.argmax(axis=0)
    nearest = cosines[pivot, np.arange(cosines.shape[1])]
    sines = np.sqrt(1.0 - nearest**2)
    n_pivots = cosines.shape[0]
    smallest = np.ones(n_pivots)
    np.minimum.at(smallest, pivot, nearest)
    sums = [np.bincount(pivot, values, n_pivots) for values in (None, nearest, sines)]
    return np.stack([*sums, smallest], axis=1)


def bounds(best: NDArray[np.float32], pivots: Pivots, rows: slice) -> FloatArray:
    """(n_rows, n_documents) float64, each at least the pair's score up to float32 rounding.

    Args:
        best: (n_pivots of these rows, n_documents) float32 largest cosines of the pivots.
        pivots: of all queries.
        rows: the queries.
    """
    ends = pivots.tokens.offsets
    part = slice(ends[rows.start], ends[rows.stop])
    sine = np.sqrt(np.maximum(1.0 - best * best, 0.0))
    bound: NDArray[np.float32] = best * pivots.cosines[part, None]
    bound += sine * pivots.sines[part, None]
    inside = best >= pivots.nearest[part, None]
    np.copyto(bound, np.broadcast_to(pivots.members[part, None], bound.shape), where=inside)
    return sum_by_query(bound, pivots.tokens, rows)
