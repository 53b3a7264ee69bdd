"""Random graphs of a stated size: Erdős–Rényi and Barabási–Albert."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from hippo_exp.types import FloatArray, IntArray, SparseArray


def erdos_renyi(n_nodes: int, n_edges: int, seed: int) -> SparseArray:
    """Exactly ``n_edges`` distinct undirected edges of weight 1, all sets equally likely."""
    rng = np.random.default_rng(seed)
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < n_edges:
        missing = n_edges - len(keys)
        ends = rng.integers(0, n_nodes, (2, missing + missing // 8 + 16))
        ends = ends[:, ends[0] != ends[1]]
        drawn = ends.min(axis=0) * n_nodes + ends.max(axis=0)
        keys = np.unique(np.concatenate([keys, drawn]))
    if len(keys) > n_edges:
        keys = np.delete(keys, rng.choice(len(keys), len(keys) - n_edges, replace=False))
    return symmetric(*np.divmod(keys, n_nodes), n_nodes)


def barabasi_albert(n_nodes: int, edges_per_node: int, seed: int) -> SparseArray:
    """Preferential attachment: each node brings ``edges_per_node`` edges of weight 1.

    Loops are dropped and repeated edges merged, so there are slightly fewer. Node numbers are
    shuffled, as those of phrases in alphabetical order are.

    Batagelj and Brandes, Efficient generation of large random networks, Physical Review E 71
    (2005): position 2e of the list of ends holds the new node of edge e, position 2e + 1 copies a
    uniformly chosen earlier position. Here all positions are followed at once.
    """
    rng = np.random.default_rng(seed)
    edges = np.arange(n_nodes * edges_per_node, dtype=np.int64)
    copied = (rng.random(len(edges)) * (2 * edges + 1)).astype(np.int64)
    position = copied.copy()
    while (odd := np.flatnonzero(position % 2)).size:
        position[odd] = copied[position[odd] // 2]
    names = rng.permutation(n_nodes)
    one, two = names[edges // edges_per_node], names[position // 2 // edges_per_node]
    keys = np.unique((np.minimum(one, two) * n_nodes + np.maximum(one, two))[one != two])
    return symmetric(*np.divmod(keys, n_nodes), n_nodes)


def symmetric(one: IntArray, two: IntArray, n_nodes: int) -> SparseArray:
    """(n_nodes, n_nodes) CSR with weight 1 in both directions of distinct pairs."""
    small = max(n_nodes, 2 * len(one)) < 2**31
    rows, columns = np.concatenate([one, two]), np.concatenate([two, one])
    if small:
        rows, columns = rows.astype(np.int32), columns.astype(np.int32)
    ones: FloatArray = np.ones(len(rows))
    matrix = sparse.csr_array((ones, (rows, columns)), shape=(n_nodes, n_nodes))
    matrix.sort_indices()
    return matrix
