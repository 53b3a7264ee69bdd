"""Inner products between query vectors and many item vectors, in float64 and in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.errors import EncoderError
from hippo_exp.types import FloatArray, SparseArray, Vectors

MAX_ROWS = 4096


class VectorIndex:
    """Item vectors, dense or sparse, ready to be compared with query vectors.

    Products are summed in float64, so that the place of a vector in a block moves a score by
    rounding of about 1e-16 only.

    Args:
        vectors: (n_items, dim) float32.
        what: the name of the vectors in messages, for example ``node vectors``.
        memory_mb: bound on one block of products, and on one float64 copy of dense items.

    Raises:
        EncoderError: not a two-dimensional array of finite numbers.
    """

    def __init__(self, vectors: Vectors, *, what: str, memory_mb: float = 64) -> None:
        _check_vectors(vectors, what)
        self.n_items, self.dim = vectors.shape
        self._what = what
        self._cells = max(1, int(memory_mb * 2**20 / 8))
        self._vectors = vectors

    @cached_property
    def norms(self) -> FloatArray:
        """(n_items,) L2 norms."""
        return row_norms(self._vectors)

    def blocks(self, queries: Vectors, what: str) -> Iterator[tuple[slice, slice, FloatArray]]:
        """Inner products, block by block.

        Args:
            queries: (n_queries, dim) of the same kind (dense or sparse) as the items.
            what: name of ``queries`` in messages.

        Yields:
            query rows, item columns, and their products (n_rows, n_columns), which the caller may
            overwrite; for given rows, columns ascend.

        Raises:
            EncoderError: another dimension or kind, or a value that is not finite.
        """
        _check_vectors(queries, what)
        if queries.shape[1] != self.dim or sparse.issparse(queries) != self._is_sparse:
            raise EncoderError(
                f"{what} ({_kind(queries)}) do not fit the {self._what} ({_kind(self._vectors)})",
                where="encoder",
                fix="encode both with the same encoder",
            )
        if self._is_sparse:
            yield from self._sparse_blocks(cast("SparseArray", queries))
        else:
            yield from self._dense_blocks(cast("NDArray[np.float32]", queries))

    @property
    def _is_sparse(self) -> bool:
        return bool(sparse.issparse(self._vectors))

    @cached_property
    def _transposed(self) -> SparseArray:
        transposed: SparseArray = cast("SparseArray", self._vectors).T.tocsr().astype(np.float64)
        return transposed

    def _sparse_blocks(self, queries: SparseArray) -> Iterator[tuple[slice, slice, FloatArray]]:
        step = max(1, self._cells // max(1, self.n_items))
        for start in range(0, queries.shape[0], step):
            rows = slice(start, min(start + step, queries.shape[0]))
            product = queries[rows].astype(np.float64) @ self._transposed
            yield rows, slice(0, self.n_items), product.toarray()

    def _dense_blocks(
        self, queries: NDArray[np.float32]
    ) -> Iterator[tuple[slice, slice, FloatArray]]:
        items = cast("NDArray[np.float32]", self._vectors)
        for start in range(0, queries.shape[0], MAX_ROWS):
            rows = slice(start, min(start + MAX_ROWS, queries.shape[0]))
            left = queries[rows].astype(np.float64)
            step = max(1, self._cells // max(left.shape[0], self.dim, 1))
            for first in range(0, self.n_items, step):
                columns = slice(first, min(first + step, self.n_items))
                yield rows, columns, left @ items[columns].astype(np.float64).T


def row_norms(vectors: Vectors) -> FloatArray:
    """(n,) L2 norms of the rows, summed in float64."""
    if sparse.issparse(vectors):
        rows = vectors.astype(np.float64)
        squares = np.asarray(rows.multiply(rows).sum(axis=1), dtype=np.float64).ravel()
    else:
        squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    return np.sqrt(squares)


def _check_vectors(vectors: Vectors, what: str) -> None:
    values = vectors.data if sparse.issparse(vectors) else vectors
    if vectors.ndim != 2 or not np.isfinite(values).all():
        raise EncoderError(
            f"{what} are not a two-dimensional array of finite numbers",
            where="encoder",
            fix="check the encoder's output",
        )


def _kind(vectors: Vectors) -> str:
    return f"{'sparse' if sparse.issparse(vectors) else 'dense'}, {vectors.shape[1]} dimensions"
