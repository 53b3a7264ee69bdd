"""Vectors as rows: their form, their norms, and the exact score of two of them.

Every search scores a pair with these functions, so that a score depends on the two rows alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hippo_exp.errors import GraphError
from hippo_exp.types import FloatArray, Vectors

_NORM_TOLERANCE = 1e-3


def checked_rows(vectors: Vectors, nodes: Sequence[str]) -> Vectors:
    """(n_nodes, dim) float32, dense or canonical CSR.

    Raises:
        GraphError: not one vector for each node.
    """
    if vectors.ndim != 2 or vectors.shape[0] != len(nodes):
        raise GraphError(
            f"vectors of shape {vectors.shape} for {len(nodes)} nodes",
            where="synonymy search",
            fix="encode exactly the nodes of this graph",
        )
    if isinstance(vectors, np.ndarray):
        return np.asarray(vectors, dtype=np.float32)
    if vectors.has_canonical_format:
        return vectors
    rows = vectors.copy()  # unsorted, or with duplicates to be summed
    rows.sum_duplicates()
    return rows


def checked_norms(rows: Vectors, nodes: Sequence[str]) -> FloatArray:
    """(n_nodes,) float64 squared L2 norms, each about 1 or 0.

    Raises:
        GraphError: a row that is not finite, or of another norm; the message names its node.
    """
    squared = row_products(rows, rows)
    norms = np.sqrt(squared)
    right = (np.abs(norms - 1) <= _NORM_TOLERANCE) | (norms == 0)
    if not right.all():
        bad = int(np.argmin(right))
        raise GraphError(
            f"a vector of norm {norms[bad]:.6g}",
            where=f"node {nodes[bad]!r}",
            fix="give finite vectors of L2 norm 1, or 0 for a phrase without features",
        )
    return squared


def row_products(left: Vectors, right: Vectors) -> FloatArray:
    """(n,) float64 dot products of the rows of two (n, dim) float32 arrays of one kind."""
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        products: FloatArray = np.einsum("ij,ij->i", left, right, dtype=np.float64)
        return products
    assert not isinstance(left, np.ndarray)
    assert not isinstance(right, np.ndarray)
    shared = left.astype(np.float64).multiply(right.astype(np.float64))
    return np.asarray(shared.sum(axis=1), dtype=np.float64)


def divisors(squared_norms: FloatArray) -> FloatArray:
    """(n,) float64 norms, 1 for a zero row, whose products are 0 anyhow."""
    norms: FloatArray = np.sqrt(np.where(squared_norms > 0, squared_norms, 1.0))
    return norms


def rounded_cosines(products: FloatArray, one: FloatArray, two: FloatArray) -> NDArray[np.float32]:
    """(n,) float32 cosines from float64 dot products and the norms of both rows.

    Float32 rows have a norm of only about 1, so the norms are divided by; what is above 1 after
    that is rounding.
    """
    rounded: NDArray[Any] = np.minimum(products / (one * two), 1.0).astype(np.float32)
    return rounded
