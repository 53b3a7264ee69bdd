"""Which stored rows may be similar to some others: a screen before the exact score."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.graph.synonymy.pool import SCREEN_MARGIN
from hippo_exp.types import IntArray, SparseArray, Vectors

_COLUMNS = 8192
"""Stored rows of one tile of dense products."""
_REST = 0.7
"""Norm of what is left out of a sparse row, over the least score: postings against candidates."""
_LARGEST_NORM = 1.001
"""Of a stored row, see ``checked_norms``."""


class NearRows(Protocol):
    """Stored rows that can be searched."""

    def candidates(self, vectors: Vectors, floor: float) -> tuple[IntArray, IntArray]:
        """Rows of ``vectors`` and stored rows, (n_pairs,) each: every pair that reaches ``floor``.

        Pairs slightly below it may be among them.
        """
        ...


def make_near(rows: Vectors) -> NearRows:
    """The screen for (n, dim) float32 rows of norm 1 or 0, dense or sparse."""
    return DenseRows(rows) if isinstance(rows, np.ndarray) else SparseRows(rows)


class DenseRows:
    """Screened by the float32 product with every stored row."""

    def __init__(self, rows: NDArray[np.float32]) -> None:
        self._rows = rows

    def candidates(self, vectors: Vectors, floor: float) -> tuple[IntArray, IntArray]:
        """See :class:`NearRows`."""
        assert isinstance(vectors, np.ndarray)
        found = [np.empty((2, 0), dtype=np.int64)]
        for start in range(0, self._rows.shape[0], _COLUMNS):
            product = vectors @ self._rows[start : start + _COLUMNS].T
            row, column = np.nonzero(product >= floor - SCREEN_MARGIN)
            found.append(np.stack([row, column + start]))
        rows, columns = np.concatenate(found, axis=1)
        return rows, columns


class SparseRows:
    """Screened by the features that few stored rows have.

    Of a searched row x the features that most stored rows have are left out, commonest first, as
    long as the norm of that rest r stays below a share of ``floor``. For a stored row y,
    x . y <= (x - r) . y + |r| |y|, so that only the stored rows of the other features are looked
    at. (Prefix filtering, as :mod:`hippo_exp.graph.synonymy.prefix`, for one side alone.)
    """

    def __init__(self, rows: SparseArray) -> None:
        self._features, columns = _numbered(rows.indices, rows.shape[1])
        shape = (rows.shape[0], self._features.size)
        compact = sparse.csr_array((rows.data, columns, rows.indptr), shape=shape)
        self._stored = sparse.csr_array(compact.T.tocsr())  # feature -> stored rows
        self._frequency = np.diff(self._stored.indptr)

    def candidates(self, vectors: Vectors, floor: float) -> tuple[IntArray, IntArray]:
        """See :class:`NearRows`."""
        assert not isinstance(vectors, np.ndarray)
        least = floor - SCREEN_MARGIN
        known, rest = self._rare(vectors, _REST * least)
        product = known @ self._stored
        row = np.repeat(np.arange(known.shape[0]), np.diff(product.indptr))
        kept = product.data >= least - _LARGEST_NORM * rest[row]
        return row[kept], product.indices[kept].astype(np.int64)

    def _rare(self, vectors: SparseArray, limit: float) -> tuple[SparseArray, NDArray[np.float64]]:
        """The rows without their commonest features, and the (n,) norms of what is left out."""
        row = np.repeat(np.arange(vectors.shape[0]), np.diff(vectors.indptr))
        place = np.searchsorted(self._features, vectors.indices)
        place = np.minimum(place, self._features.size - 1)
        shared = np.flatnonzero(self._features[place] == vectors.indices)
        row, place, data = row[shared], place[shared], vectors.data[shared]
        order = np.lexsort((place, -self._frequency[place], row))
        row, place, data = row[order], place[order], data[order]
        total = np.concatenate([[0.0], np.cumsum(np.square(data, dtype=np.float64))])
        start = np.searchsorted(row, np.arange(vectors.shape[0] + 1))
        rest = total[1:] - total[start[row]]  # squared norm of this feature and commoner ones
        kept = rest >= limit**2
        dropped = np.bincount(row[~kept], np.square(data[~kept], dtype=np.float64), start.size - 1)
        kind = self._stored.indices.dtype  # with another, scipy would copy all that is stored
        ends = np.concatenate([[0], np.cumsum(kept)])[start]
        matrix = sparse.csr_array(
            (data[kept], place[kept].astype(kind), ends.astype(kind)),
            shape=(start.size - 1, self._features.size),
        )
        return matrix, np.sqrt(dropped)


def _numbered(features: NDArray[Any], n_features: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The distinct features, ascending, and the (n,) place of each entry among them."""
    if features.size < n_features:
        return np.unique(features, return_inverse=True)
    occurs = np.zeros(n_features, dtype=np.bool_)
    occurs[features] = True
    place = np.cumsum(occurs, dtype=features.dtype) - 1
    return np.flatnonzero(occurs).astype(features.dtype), place[features]
