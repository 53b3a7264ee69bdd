"""Whether the parts of a HippoRAG index belong together."""

from __future__ import annotations

import numpy as np

from hippo_exp.errors import DataError, GraphError
from hippo_exp.types import KnowledgeGraph


def check_index(graph: KnowledgeGraph, n_vectors: int) -> None:
    """Compare the lengths of all parts, and refuse values that no graph has.

    Args:
        graph: the index.
        n_vectors: number of nodes that have vectors to link by.

    Raises:
        DataError: no passages.
        GraphError: lengths that differ (both are named), or a passage matrix or specificity with
            values that are negative or not finite.
    """
    n_nodes = len(graph.nodes)
    lengths = {
        "rows of the adjacency": graph.adjacency.shape[0],
        "columns of the adjacency": graph.adjacency.shape[1],
        "columns of the passage matrix": graph.passage_nodes.shape[1],
        "specificities": graph.specificity.shape[0],
        "node vectors": n_vectors,
    }
    for name, length in lengths.items():
        if length != n_nodes:
            raise GraphError(
                f"{length} {name} for {n_nodes} nodes",
                where="index",
                fix="build graph and node vectors from the same extraction",
            )
    if not graph.passage_nodes.shape[0]:
        raise DataError("the corpus has no passages", where="index", fix="give at least one")
    entries = graph.passage_nodes.data
    weights = graph.specificity
    if not (np.isfinite(entries).all() and np.isfinite(weights).all()):
        raise GraphError(
            "the passage matrix or a specificity is not finite",
            where="index",
            fix="build the graph again",
        )
    if (entries < 0).any() or (weights <= 0).any():
        raise GraphError(
            "the passage matrix has a negative entry, or a specificity is not positive",
            where="index",
            fix="build the graph again",
        )
