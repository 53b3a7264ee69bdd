"""The graph with passages as nodes: each passage is joined to the phrases of its facts."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from scipy import sparse

from hippo_exp.errors import ConfigError
from hippo_exp.types import KnowledgeGraph, SparseArray

PassageEdgeWeight = Literal["one", "count"]


def passage_node_adjacency(graph: KnowledgeGraph, *, edge_weight: PassageEdgeWeight) -> SparseArray:
    """Extend the adjacency A of the phrases by one node per passage: [[A, B^T], [B, 0]].

    B has the non-zeros of the passage matrix P, each 1 (``one``; the context edges of HippoRAG 2,
    Gutiérrez et al., ICML 2025, section 3) or as in P (``count``). No edge joins two passages,
    and a passage without facts is isolated.

    Args:
        graph: the knowledge graph; it may have no nodes.
        edge_weight: weight of an edge between a passage and a phrase.

    Returns:
        (n_nodes + n_passages, n_nodes + n_passages) CSR float64, phrases first, passages after
        them in corpus order; symmetric to the bit when A is.

    Raises:
        ConfigError: an unknown edge weight.
    """
    if edge_weight not in get_args(PassageEdgeWeight):
        raise ConfigError(
            f"unknown edge weight {edge_weight!r}",
            where="passage_nodes.edge_weight",
            fix=f"choose one of {', '.join(get_args(PassageEdgeWeight))}",
        )
    edges = graph.passage_nodes.copy()
    edges.eliminate_zeros()
    if edge_weight == "one":
        edges.data[:] = 1.0
    between = sparse.csr_array((edges.shape[0], edges.shape[0]), dtype=np.float64)
    phrases = sparse.hstack([graph.adjacency, edges.T.tocsr()], format="csr")
    passages = sparse.hstack([edges, between], format="csr")
    adjacency: SparseArray = sparse.vstack([phrases, passages], format="csr")
    adjacency.sum_duplicates()
    return adjacency
