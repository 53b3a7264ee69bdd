"""The graph in the form that the solvers multiply with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr.mass import Strengths, find_strengths
from hippo_exp.graph.ppr.relabel import RELABEL_LIMIT, inverse, locality_order, permuted
from hippo_exp.graph.ppr.results import Precision
from hippo_exp.graph.ppr.symmetric import SymmetricWeights, symmetric_weights
from hippo_exp.types import FloatArray, IntArray, SparseArray

SYMMETRY_TOL = 1e-12
"""Largest difference between incoming and outgoing weight, relative to the node's strength."""

_CHUNK = 1 << 22


@dataclass(frozen=True, eq=False)
class Transition:
    """A checked graph and its transposed transition matrix.

    Attributes:
        adjacency: (n_nodes, n_nodes) canonical CSR float64, weights > 0, the caller's numbering.
        strength: (n_nodes,) float64 total weight of a node's outgoing edges; 0 when dangling.
        symmetric: whether both directions of every pair weigh the same, up to rounding.
        matrix: (n_nodes, n_nodes) CSR float64 ``W^T`` in the solvers' numbering: entry (i, j) is
            the probability of the step j -> i; a column sums to 1, or to 0 when dangling.
        order: (n_nodes,) int64 caller's number of each row of ``matrix``; None when it is the same.
    """

    adjacency: SparseArray
    strength: FloatArray
    symmetric: bool
    matrix: SparseArray
    order: IntArray | None

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return int(self.adjacency.shape[0])

    @cached_property
    def rank(self) -> IntArray | None:
        """(n_nodes,) the row of ``matrix`` that belongs to each of the caller's numbers."""
        return None if self.order is None else inverse(self.order)

    @cached_property
    def strengths(self) -> Strengths:
        """Strengths and components of symmetric weights, in the numbering of ``matrix``."""
        strength = self.strength if self.order is None else self.strength[self.order]
        return find_strengths(self.matrix, strength)

    @cached_property
    def symmetric_weights(self) -> SymmetricWeights:
        """The weights of a symmetric graph as single queries read them."""
        adjacency, strength = self.adjacency, self.strength
        if self.order is not None:
            adjacency, strength = permuted(adjacency, self.order), strength[self.order]
        return symmetric_weights(adjacency, strength)

    @cached_property
    def _single_precision(self) -> NDArray[np.float32]:
        return self.matrix.data.astype(np.float32)

    def weights(self, dtype: Precision) -> NDArray[Any]:
        """(nnz,) entries of ``matrix`` in the precision asked for; float32 is made once."""
        return self.matrix.data if dtype == "float64" else self._single_precision

    def typed_matrix(self, dtype: Precision) -> SparseArray:
        """``matrix`` in the precision asked for; the index arrays are shared."""
        if dtype == "float64":
            return self.matrix
        parts = (self.weights(dtype), self.matrix.indices, self.matrix.indptr)
        return sparse.csr_array(parts, shape=self.matrix.shape)

    def rows(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """The rows of ``matrix`` that belong to the caller's node numbers."""
        return nodes if self.rank is None else self.rank[nodes]


def build_transition(adjacency: SparseArray) -> Transition:
    """Normalise, transpose where the weights are not symmetric, and relabel a small graph.

    Args:
        adjacency: (n_nodes, n_nodes) CSR from :func:`checks.checked_adjacency`; kept, not copied.

    Raises:
        GraphError: the weights that leave a node sum to infinity.
    """
    strength: FloatArray = adjacency @ np.ones(adjacency.shape[0])
    endless = np.flatnonzero(~np.isfinite(strength))
    if len(endless):
        raise GraphError(
            f"the edge weights of node {endless[0]} sum to infinity",
            fix="divide all weights by the largest one",
        )
    symmetric = is_symmetric(adjacency)
    incoming = adjacency if symmetric else adjacency.T.tocsr()
    matrix = sparse.csr_array(
        (_shares(incoming, strength), incoming.indices, incoming.indptr), shape=incoming.shape
    )
    order = None
    if matrix.shape[0] <= RELABEL_LIMIT:
        order = locality_order(matrix, symmetric=symmetric)
        matrix = permuted(matrix, order)
    return Transition(adjacency, strength, symmetric, matrix, order)


def is_symmetric(adjacency: SparseArray) -> bool:
    """Whether the weights are symmetric, decided by two products with one random vector.

    A difference between the two weights of a pair shows in the products of both of its nodes,
    unless it is below ``SYMMETRY_TOL`` of their strengths, where it cannot move a score. Unlike a
    comparison with the transposed matrix this takes no memory.
    """
    probe = np.random.default_rng(0).uniform(0.5, 1.0, adjacency.shape[0])
    outgoing = adjacency @ probe
    incoming = adjacency.T @ probe
    return bool(np.all(np.abs(outgoing - incoming) <= SYMMETRY_TOL * outgoing))


def _shares(incoming: SparseArray, strength: FloatArray) -> FloatArray:
    """(nnz,) each weight divided by the strength of its source, a piece at a time."""
    shares = np.empty(incoming.nnz, dtype=np.float64)
    for start in range(0, incoming.nnz, _CHUNK):
        piece = slice(start, start + _CHUNK)
        np.divide(incoming.data[piece], strength[incoming.indices[piece]], out=shares[piece])
    return shares
