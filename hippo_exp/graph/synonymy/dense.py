"""Dense vectors: all pairs by tiles of the upper triangle, candidates rescored exactly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hippo_exp.graph.synonymy.pool import SCREEN_MARGIN, EdgePool
from hippo_exp.graph.synonymy.rows import row_products
from hippo_exp.types import FloatArray, IntArray

_LARGEST_TILE = 1024  # a tile of scores (4 MB) stays in cache
_TILE_BYTES = 32  # for each score of a tile: itself, its copy, its limit, mask, position
_RESCORED = 256  # pairs scored at a time, so that their rows stay in cache
_PART = 1 << 16  # hits handled at a time

Matrix = NDArray[np.float32]


def add_dense_pairs(vectors: Matrix, screen: Matrix, pool: EdgePool, *, tile: int) -> None:
    """Add every pair that reaches the threshold to the pool.

    Each unordered pair is screened once, in float32, by the product of two rows of ``screen``,
    which bounds the cosine from above up to rounding. Pairs that pass are scored from ``vectors``
    in float64. So a score depends neither on the tile size nor on the screen.

    Args:
        vectors: (n_nodes, dim) float32, rows of norm 1 or 0.
        screen: (n_nodes, k) float32 with screen_i . screen_j >= vectors_i . vectors_j: ``vectors``
            itself, or a projection, see :func:`~hippo_exp.graph.synonymy.bound.project`.
        pool: takes the pairs.
        tile: rows of a tile, see :func:`tile_size`.
    """
    n = screen.shape[0]
    scores = np.empty(min(tile, n) ** 2, dtype=np.float32)
    for top in range(0, n, tile):
        rows = screen[top : top + tile]
        for left in range(top, n, tile):
            columns = screen[left : left + tile]
            block = scores[: rows.shape[0] * columns.shape[0]]
            product = block.reshape(rows.shape[0], columns.shape[0])
            np.matmul(rows, columns.T, out=product)
            if top == left:
                product[np.tril_indices(rows.shape[0])] = -np.inf
            for one, two in _hits(product, top, left, pool, exact=screen is vectors):
                _rescore(vectors, one, two, pool)


def tile_size(budget: int, dim: int) -> int:
    """Rows of a tile that fits, with the rescoring of its hits, into some bytes; at least 16.

    Args:
        budget: bytes.
        dim: width of the vectors.
    """
    rest = budget - 16 * _RESCORED * dim - 48 * _PART
    return min(_LARGEST_TILE, max(16, int((max(rest, 0) / _TILE_BYTES) ** 0.5)))


def _hits(
    product: Matrix, top: int, left: int, pool: EdgePool, *, exact: bool
) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield the pairs of a tile that can still enter the pool.

    Where an encoder puts most pairs above the threshold a tile is crowded. Then the best
    ``max_neighbors`` of each row and column, as screened, set the limit for what follows; this is
    right only where the screen is the score itself.
    """
    rows, columns = (
        pool.least[start : start + size]
        for start, size in zip((top, left), product.shape, strict=True)
    )
    hits = np.flatnonzero(product >= min(rows.min(), columns.min()) - SCREEN_MARGIN)
    if hits.size > 2 * pool.max_neighbors * max(product.shape):
        if exact:
            _raise_limits(product, rows, pool.max_neighbors)
            _raise_limits(product.T, columns, pool.max_neighbors)
        limit = np.minimum.outer(rows - SCREEN_MARGIN, columns - SCREEN_MARGIN)
        hits = np.flatnonzero(product >= limit)
    for start in range(0, hits.size, _PART):
        one, two = np.divmod(hits[start : start + _PART], product.shape[1])
        one += top
        two += left
        yield one, two


def _raise_limits(product: Matrix, least: FloatArray, max_neighbors: int) -> None:
    """Raise each row's least score to that of its ``max_neighbors``-th best here, in place."""
    place = product.shape[1] - max_neighbors
    if place >= 0:
        known = np.partition(product, place, axis=1)[:, place] - 2 * SCREEN_MARGIN
        np.maximum(least, known, out=least)


def _rescore(vectors: Matrix, one: IntArray, two: IntArray, pool: EdgePool) -> None:
    """Multiply the rows of pairs in float64 and add them."""
    for start in range(0, one.size, _RESCORED):
        first, second = one[start : start + _RESCORED], two[start : start + _RESCORED]
        pool.add(first, second, row_products(vectors[first], vectors[second]))
