"""Checks of everything a caller passes, made before anything is computed.

Compiled kernels do not look at array bounds, so the index arrays are checked here as well.
"""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.types import SparseArray

INT32_LIMIT = 2**31 - 1
"""Number of nodes or stored edges up to which indices take 32 bits."""

FLOAT32_TOL = 1e-6
"""Smallest tolerance that float32 arithmetic is asked for."""


def checked_adjacency(adjacency: Any) -> SparseArray:
    """The graph as canonical CSR with float64 weights > 0; shares memory with it where it can.

    Args:
        adjacency: (n_nodes, n_nodes) scipy sparse matrix or array of real weights; entry (i, j) is
            the weight of the step i -> j. Stored zeros are dropped, duplicates added up.

    Raises:
        GraphError: not sparse, not square, no nodes, or a weight that is not finite or negative.
    """
    if not is_sparse(adjacency):
        raise GraphError(
            f"the adjacency is a {type(adjacency).__name__}, not a scipy sparse array",
            fix="pass scipy.sparse.csr_array(adjacency)",
        )
    if adjacency.ndim != 2 or adjacency.shape[0] != adjacency.shape[1]:
        raise GraphError(f"the adjacency has shape {adjacency.shape}", fix="pass a square one")
    if adjacency.shape[0] == 0:
        raise GraphError("the graph has no nodes", fix="build it from at least one fact")
    check_real(adjacency.dtype, "edge weights")
    check_indices(adjacency, "the adjacency")
    graph = _as_csr(adjacency)
    if graph.nnz == 0:
        return graph
    lowest, highest = graph.data.min(), graph.data.max()
    if not (lowest >= 0 and highest < math.inf):
        raise _edge_fault(graph)
    if not graph.has_canonical_format:
        graph = graph.copy()
        graph.sum_duplicates()
    if lowest == 0:
        graph = graph.copy()
        graph.eliminate_zeros()
    return graph


def _as_csr(adjacency: Any) -> SparseArray:
    """CSR with float64 data, no spare room behind the entries, both index arrays of one type.

    The sorting routines of scipy work on a copy when the index arrays differ in type, and so leave
    the data in another order than the indices.
    """
    graph = adjacency.tocsr()
    used = int(graph.indptr[-1])
    index = np.int32 if max(used, *graph.shape) <= INT32_LIMIT else np.int64
    parts = (
        graph.data[:used].astype(np.float64, copy=False),
        graph.indices[:used].astype(index, copy=False),
        graph.indptr.astype(index, copy=False),
    )
    return sparse.csr_array(parts, shape=graph.shape)


def _edge_fault(graph: SparseArray) -> GraphError:
    """Name the first edge whose weight is negative or not finite."""
    position = int(np.flatnonzero(~((graph.data >= 0) & np.isfinite(graph.data)))[0])
    row = int(np.searchsorted(graph.indptr, position, side="right")) - 1
    return GraphError(
        f"edge ({row}, {graph.indices[position]}) has weight {graph.data[position]:g}",
        fix="give every edge a finite weight that is not negative",
    )


def is_sparse(value: Any) -> bool:
    """Whether this is a scipy sparse matrix or array."""
    return bool(sparse.issparse(value))


def check_real(dtype: np.dtype[Any], what: str) -> None:
    """Refuse complex numbers, text and objects."""
    if dtype.kind not in "fiub":
        raise GraphError(f"the {what} have type {dtype}", fix="pass real numbers")


def check_indices(matrix: Any, what: str) -> None:
    """Refuse compressed index arrays that point outside the matrix, as a damaged file has them."""
    if matrix.format not in ("csr", "csc"):
        return
    size = matrix.shape[1 if matrix.format == "csr" else 0]
    starts, indices = matrix.indptr, matrix.indices
    sound = (
        starts[0] == 0
        and starts[-1] <= min(len(indices), len(matrix.data))
        and not (np.diff(starts) < 0).any()
    )
    used: NDArray[Any] = indices[: starts[-1]]
    if sound and (len(used) == 0 or (used.min() >= 0 and used.max() < size)):
        return
    raise GraphError(
        f"{what} has index arrays that point outside its shape {matrix.shape}",
        fix="build it again from its rows, columns and weights",
    )


def check_options(restart_prob: float, tol: float, dtype: str, threads: int) -> None:
    """Refuse a restart probability, tolerance, precision or thread number out of range."""
    if not (_is_real(restart_prob) and 0 < restart_prob <= 1 and 1 - restart_prob < 1):
        raise GraphError(f"restart_prob is {restart_prob!r}", fix="choose it in (0, 1]")
    if not (_is_real(tol) and 0 < tol < 1):
        raise GraphError(f"tol is {tol!r}", fix="choose it in (0, 1)")
    if dtype not in ("float64", "float32"):
        raise GraphError(f"dtype is {dtype!r}", fix="choose 'float64' or 'float32'")
    if dtype == "float32" and tol < FLOAT32_TOL:
        raise GraphError(
            f"float32 cannot reach tol {tol:g}",
            fix=f"set tol to {FLOAT32_TOL:g} or more, or dtype='float64'",
        )
    if not (isinstance(threads, Integral) and not isinstance(threads, bool) and threads >= 1):
        raise GraphError(f"threads is {threads!r}", fix="choose a whole number from 1 on")


def _is_real(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
