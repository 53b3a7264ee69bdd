"""The walks that carry most mass from the restart nodes to the others.

A random walker restarts with probability r and otherwise follows an edge of node u with
probability w_uv / sum_v w_uv. The mass of a node is the sum over all walks that end there; the
likeliest walk is found by shortest paths over -log of the step probabilities (Dijkstra 1959).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse import csgraph

from hippo_exp.errors import ConfigError
from hippo_exp.types import FloatArray, SparseArray


@dataclass(frozen=True, slots=True)
class Walk:
    """One walk.

    Attributes:
        source: which of the restart nodes, 0 is the first given.
        nodes: node positions, the restart node first.
        probability: of following exactly these edges without a restart, from the restart node on.
    """

    source: int
    nodes: tuple[int, ...]
    probability: float


@dataclass(frozen=True)
class Walks:
    """The likeliest walk from each restart node to every node.

    Attributes:
        before: (n_sources, n_nodes) the node before each one, negative at the restart node and
            where there is no walk.
        probability: (n_sources, n_nodes) of the likeliest walk; 1 at the restart node itself.
    """

    before: NDArray[np.int32]
    probability: FloatArray

    def to(self, node: int, source: int) -> Walk | None:
        """The likeliest walk from a restart node to a node; None without any."""
        if not self.probability[source, node]:
            return None
        found = [node]
        while self.before[source, found[-1]] >= 0:
            found.append(int(self.before[source, found[-1]]))
        return Walk(source, tuple(found[::-1]), float(self.probability[source, node]))


def best_walks(adjacency: SparseArray, sources: Sequence[int], *, follow: float) -> Walks:
    """Find the likeliest walks.

    Args:
        adjacency: (n_nodes, n_nodes) CSR, weights >= 0; a stored zero is no edge.
        sources: (n_sources,) restart nodes.
        follow: probability of following an edge, 1 - r, in [0, 1).

    Raises:
        ConfigError: ``follow`` out of range.
    """
    if not 0 <= follow < 1:
        raise ConfigError(f"follow={follow} is out of range", where="best_walks", fix="use 0 to 1")
    n_nodes = adjacency.shape[0]
    if not len(sources):
        return Walks(np.zeros((0, n_nodes), np.int32), np.zeros((0, n_nodes)))
    strength = adjacency.sum(axis=1)
    rows = np.repeat(np.arange(n_nodes), np.diff(adjacency.indptr))
    edges = adjacency.data > 0 if follow else np.zeros(adjacency.nnz, dtype=bool)
    with np.errstate(divide="ignore"):
        shares = adjacency.data[edges] / strength[rows[edges]]
        lengths = sparse.csr_array(
            (-np.log(follow * shares), (rows[edges], adjacency.indices[edges])),
            shape=adjacency.shape,
        )
    found, before = csgraph.dijkstra(lengths, indices=np.asarray(sources), return_predecessors=True)
    return Walks(before, np.exp(-found))
