"""Pairs that can become synonymy edges by late interaction, found with float32 arithmetic."""

from __future__ import annotations

import numpy as np

from hippo_exp.encoders.late_interaction import TokenIndex, TokenVectors
from hippo_exp.graph.synonymy.pivots import bounds, find_pivots
from hippo_exp.types import FloatArray, IntArray

_MARGIN = 3e-5
"""How far, for each query token, a score or bound may lie too low: float32, norms not quite 1."""

Pairs = tuple[IntArray, IntArray, FloatArray]
"""Rows, documents and scores of pairs."""


def candidate_pairs(
    index: TokenIndex, queries: TokenVectors, least: FloatArray, *, n_best: int, limit: int
) -> tuple[IntArray, IntArray]:
    """Pairs that hold, of the documents of each query, all that reach ``least`` and the best.

    In each block a bound from a few tokens leaves some documents, and these alone are scored.

    Args:
        index: documents, with token vectors of norm 1.
        queries: token vectors of norm 1.
        least: (n_queries,) float64 score that a pair must reach.
        n_best: how many different documents of a query are wanted, the best ones.
        limit: pairs that are held before those beyond the best are dropped.

    Returns:
        Rows, ascending, and documents, (n_pairs,) int64 each; slightly more than wanted.
    """
    pivots = find_pivots(queries)
    margin: FloatArray = _MARGIN * queries.counts.astype(np.float64)
    floor: FloatArray = least - margin
    held: list[Pairs] = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
    n_held = 0
    for rows, positions, best in index.maxima(pivots.tokens, "phrase tokens"):
        possible = (bounds(best, pivots, rows) >= floor[rows, None]).any(axis=0)
        if not possible.any():
            continue
        documents = positions[possible]
        scores = index.some(queries, rows, documents)
        row, column = np.nonzero(scores >= floor[rows, None])
        held.append((row + rows.start, documents[column], scores[row, column]))
        n_held += row.size
        if n_held > limit:
            held = [_cut(held, floor, margin, n_best)]
            n_held = held[0][0].size
            limit = max(limit, 2 * n_held)
    found, columns, _ = _cut(held, floor, margin, n_best)
    return index.with_copies(found, columns)


def _cut(held: list[Pairs], floor: FloatArray, margin: FloatArray, n_best: int) -> Pairs:
    """The pairs that can be among the best of their row, by row; ``floor`` is raised to match."""
    rows, columns, scores = (np.concatenate(parts) for parts in zip(*held, strict=True))
    order = np.lexsort((-scores, rows))
    last = np.searchsorted(rows[order], np.arange(floor.size)) + n_best - 1
    full = np.flatnonzero(last < np.searchsorted(rows[order], np.arange(floor.size), side="right"))
    worst = scores[order[last[full]]]
    floor[full] = np.maximum(floor[full], worst - 2 * margin[full])
    order = order[scores[order] >= floor[rows[order]]]
    return rows[order], columns[order], scores[order]
