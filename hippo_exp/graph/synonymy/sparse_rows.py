"""Sparse vectors: candidates that share a rare feature, rescored exactly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.graph.synonymy.pool import SCREEN_MARGIN, EdgePool
from hippo_exp.graph.synonymy.prefix import RareParts, rare_parts
from hippo_exp.graph.synonymy.rows import row_products
from hippo_exp.types import FloatArray, IntArray, SparseArray

_REST = 0.9  # norm of the rest over the threshold; smaller: fewer candidates, larger products
_INDEX_BYTES = 48  # for each stored entry, while the rows are cut; a third of it afterwards
_PRODUCT_BYTES = 40  # for each entry of a product, with its positions and masks
_PAIR_BYTES = 64  # for each stored entry of the two rows of a candidate


def add_sparse_pairs(vectors: SparseArray, pool: EdgePool, *, budget: int) -> None:
    """Add every pair that reaches the threshold to the pool.

    Rows are cut to their rare parts (:mod:`~hippo_exp.graph.synonymy.prefix`); the product of the
    rare parts, in row blocks of the upper triangle, gives the candidates; an upper bound drops
    most of them; the others are scored from the whole rows in float64. So a score does not depend
    on the blocks.

    Args:
        vectors: (n_nodes, n_features) CSR float32, rows of norm 1 or 0, sorted, no duplicates.
        pool: takes the pairs.
        budget: bytes of scratch memory.

    Raises:
        ConfigError: the budget does not hold the cut rows, which take memory in proportion to the
            stored entries.
    """
    index_bytes = _INDEX_BYTES * vectors.nnz
    if index_bytes > budget:
        raise ConfigError(
            f"cutting {vectors.nnz} stored entries takes {index_bytes / 2**20:.1f} MiB, more than "
            f"the {budget / 2**20:.1f} MiB of scratch memory set aside for it",
            where="memory_mb",
            fix=f"raise it by a factor of {index_bytes / max(budget, 1):.1f}",
        )
    least = pool.floor - SCREEN_MARGIN
    parts = rare_parts(vectors, _REST * least)
    lengths = np.diff(vectors.indptr).astype(np.int64)
    for one, two, shared in _sharing(parts, least, budget // 3):
        bound = parts.bound(one, two, shared)
        wanted = (bound >= least) & pool.wanted(one, two, bound)
        first, second = one[wanted], two[wanted]
        entries = lengths[first] + lengths[second]
        for start, stop in _runs(entries, budget // 3 // _PAIR_BYTES):
            chunk = slice(start, stop)
            products = row_products(vectors[first[chunk]], vectors[second[chunk]])
            pool.add(first[chunk], second[chunk], products)


def _sharing(
    parts: RareParts, least: float, budget: int
) -> Iterator[tuple[IntArray, IntArray, FloatArray]]:
    """Yield (first, second, product of rare parts) of pairs first < second that may reach least."""
    smallest = least - float(np.max(parts.rest_norm, initial=0.0)) * parts.norm
    for start, stop in row_blocks(parts.rare, budget):
        product = parts.rare[start:stop] @ parts.rare[start:].T.tocsr()
        hits = np.flatnonzero(product.data >= smallest)
        one = np.searchsorted(product.indptr, hits, side="right") - 1
        two = product.indices[hits].astype(np.int64)
        upper = one < two
        yield one[upper] + start, two[upper] + start, product.data[hits[upper]]


def row_blocks(rare: SparseArray, budget: int) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of row blocks whose products with all rows fit into the budget.

    The number of entries of a product row is at most the sum of its features' document
    frequencies, and at most the number of rows.
    """
    n = rare.shape[0]
    frequency = np.bincount(rare.indices, minlength=rare.shape[1])
    touched = np.concatenate([[0], np.cumsum(frequency[rare.indices])])
    entries = np.minimum(np.diff(touched[rare.indptr]), n)
    yield from _runs(entries, budget // _PRODUCT_BYTES)


def _runs(sizes: IntArray, limit: int) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of runs whose sizes sum to at most a limit, or of single items."""
    total = np.concatenate([[0], np.cumsum(sizes)])
    start = 0
    while start < sizes.size:
        fits = np.searchsorted(total, total[start] + limit, side="right") - 1
        stop = max(int(fits), start + 1)
        yield start, stop
        start = stop
