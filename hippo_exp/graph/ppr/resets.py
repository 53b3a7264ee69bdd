"""Reset vectors: checks, and the normalised sparse form that the solvers read."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr.checks import check_indices, check_real, is_sparse
from hippo_exp.types import FloatArray


def checked_reset(reset: Any, n_nodes: int) -> sparse.csc_array:
    """(n_nodes, n_queries) CSC float64 restart weights > 0, as given, at least one in each column.

    Args:
        reset: (n_nodes,) or (n_nodes, n_queries) array, or a sparse (n_nodes, n_queries) one.
        n_nodes: number of nodes of the graph.

    Raises:
        GraphError: wrong shape, a weight that is not finite or negative, a column of zeros.
    """
    entries: Any = reset if is_sparse(reset) else np.asarray(reset)
    if entries.ndim not in (1, 2) or (is_sparse(entries) and entries.ndim != 2):
        raise GraphError(
            f"the reset has shape {entries.shape}", fix="pass (n_nodes,) or (n_nodes, n_queries)"
        )
    if entries.shape[0] != n_nodes:
        raise GraphError(
            f"the reset has {entries.shape[0]} entries, the graph has {n_nodes} nodes",
            fix="take both from the same index",
        )
    check_real(entries.dtype, "restart weights")
    if is_sparse(entries):
        check_indices(entries, "the reset")
    columns = _as_csc(entries)
    single = entries.ndim == 1
    if not np.all((columns.data >= 0) & np.isfinite(columns.data)):
        raise _weight_fault(columns, single)
    columns.eliminate_zeros()
    empty = np.flatnonzero(np.diff(columns.indptr) == 0)
    if len(empty):
        raise GraphError(
            "the reset vector sums to zero" if single else f"reset column {empty[0]} sums to zero",
            fix="give each query at least one node of positive weight",
        )
    return columns


def _as_csc(entries: Any) -> sparse.csc_array:
    """A CSC float64 copy of the entries that are not zero."""
    if entries.ndim == 1:
        nodes = np.flatnonzero(entries)
        parts = (entries[nodes].astype(np.float64), nodes, np.array([0, len(nodes)]))
        return sparse.csc_array(parts, shape=(len(entries), 1))
    columns = sparse.csc_array(entries, dtype=np.float64, copy=True)
    columns.sum_duplicates()
    return columns


def _weight_fault(columns: sparse.csc_array, single: bool) -> GraphError:
    """Name the first restart weight that is negative or not finite."""
    position = int(np.flatnonzero(~((columns.data >= 0) & np.isfinite(columns.data)))[0])
    column = int(np.searchsorted(columns.indptr, position, side="right")) - 1
    place = "" if single else f" in reset column {column}"
    return GraphError(
        f"node {columns.indices[position]} has restart weight {columns.data[position]:g}{place}",
        fix="give every node a finite weight that is not negative",
    )


def normalised(columns: sparse.csc_array) -> sparse.csc_array:
    """The same with each column divided by its sum; the sums may exceed the float range."""
    if columns.shape[1] == 0:
        return columns
    lengths = np.diff(columns.indptr)
    largest = np.maximum.reduceat(columns.data, columns.indptr[:-1])
    shares: FloatArray = columns.data / np.repeat(largest, lengths)
    sums = np.add.reduceat(shares, columns.indptr[:-1])
    parts = (shares / np.repeat(sums, lengths), columns.indices, columns.indptr)
    return sparse.csc_array(parts, shape=columns.shape)


def shape_of(reset: Any) -> tuple[int, ...]:
    """The shape of an array, a list, or a sparse array."""
    return tuple(reset.shape) if is_sparse(reset) else np.shape(reset)
