"""How many names a thing has in an index, and how unevenly names are spread over passages."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from hippo_exp.types import FloatArray, IntArray, SparseArray, SynonymEdges


def synonym_clusters(synonyms: SynonymEdges, n_nodes: int) -> IntArray:
    """(n_nodes,) int64 the cluster of each node: nodes that synonymy edges join, however far.

    Args:
        synonyms: directed hits; either direction joins.
        n_nodes: number of nodes.
    """
    ones = np.ones(len(synonyms.source))
    graph = sparse.csr_array((ones, (synonyms.source, synonyms.target)), shape=(n_nodes, n_nodes))
    _, labels = csgraph.connected_components(graph, directed=False)
    return labels.astype(np.int64)


def nodes_per_cluster(synonyms: SynonymEdges, n_nodes: int) -> float:
    """Mean number of nodes of a cluster; 1 where no two nodes are synonymous."""
    if n_nodes == 0:
        return 0.0
    return n_nodes / (int(synonym_clusters(synonyms, n_nodes).max()) + 1)


def gini(values: FloatArray) -> float:
    """Gini coefficient of values >= 0: 0 when all are equal, near 1 when one has everything.

    Source: Gini, Variabilità e mutabilità (1912); computed from sorted values.
    """
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    total = ordered.sum()
    if len(ordered) == 0 or total == 0:
        return 0.0
    ranks = np.arange(1, len(ordered) + 1)
    return float((2 * ranks - len(ordered) - 1) @ ordered / (len(ordered) * total))


def passages_of_nodes(passage_nodes: SparseArray) -> FloatArray:
    """(n_nodes,) number of passages that hold each node: its document frequency."""
    pattern = sparse.csr_array(
        (np.ones(passage_nodes.nnz), passage_nodes.indices, passage_nodes.indptr),
        shape=passage_nodes.shape,
    )
    counts: FloatArray = np.asarray(pattern.sum(axis=0), dtype=np.float64).ravel()
    return counts
