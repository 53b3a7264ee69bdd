"""Ablations of PageRank: node scores from the query nodes, or from them and their neighbourhood.

Both are rows of the paper's table 5; official behaviour, rows 13 and 14. They take restart weights
as given: a common factor changes no ranking, so nothing is normalised.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr.checks import checked_adjacency
from hippo_exp.graph.ppr.resets import checked_reset, shape_of
from hippo_exp.types import FloatArray, SparseArray


def query_nodes(adjacency: SparseArray, reset: Any) -> FloatArray:
    """Node scores that are the raw restart weights themselves (row 13).

    Args:
        adjacency: (n_nodes, n_nodes) CSR; only its size is used.
        reset: (n_nodes,) or (n_nodes, n_queries) weights >= 0, each column with a positive one;
            a sparse (n_nodes, n_queries) array will do.

    Returns:
        float64 array of the shape of ``reset``, a copy.

    Raises:
        GraphError: a graph or reset that breaks these conditions.
    """
    columns = checked_reset(reset, adjacency.shape[0])
    return columns.toarray().reshape(shape_of(reset))


def query_nodes_and_neighbors(
    adjacency: SparseArray, reset: Any, *, levels: int = 1, weight: float = 0.5
) -> FloatArray:
    """Restart weights, plus a share of the smallest one around each query node (row 14).

    For each query node separately, every distinct node that a walk of 1 to ``levels`` edges ends on
    gains ``weight * m``, where ``m`` is the smallest non-zero restart weight of that query. A node
    near two query nodes gains twice. With two levels a query node that has a neighbour gains too,
    being a neighbour of its neighbour. Edge weights do not count; edges are followed from row to
    column, which in the symmetric graphs of this project is both ways.

    Args:
        adjacency: (n_nodes, n_nodes) sparse, weights >= 0; a stored zero is no edge.
        reset: as in :func:`query_nodes`.
        levels: depth of the neighbourhood, at least 1.
        weight: factor on the smallest restart weight, at least 0.

    Returns:
        float64 array of the shape of ``reset``, raw weights that sum to no fixed value.

    Raises:
        GraphError: a graph, reset, depth or weight that breaks these conditions.
    """
    _check_options(levels, weight)
    graph = checked_adjacency(adjacency)
    columns = checked_reset(reset, graph.shape[0])
    scores: FloatArray = columns.toarray()
    around: dict[int, NDArray[Any]] = {}
    for query in range(columns.shape[1]):
        entries = slice(columns.indptr[query], columns.indptr[query + 1])
        gain = weight * columns.data[entries].min()
        for node in columns.indices[entries].tolist():
            if node not in around:
                around[node] = _neighborhood(graph, node, levels)
            scores[around[node], query] += gain
    return scores.reshape(shape_of(reset))


def _check_options(levels: int, weight: float) -> None:
    if levels < 1:
        raise GraphError(f"levels is {levels}", fix="choose 1 or more")
    if not (weight >= 0 and math.isfinite(weight)):
        raise GraphError(f"weight is {weight}", fix="choose a finite number that is not negative")


def _neighborhood(graph: SparseArray, node: int, levels: int) -> NDArray[Any]:
    """The distinct nodes on which walks of 1 to ``levels`` edges from ``node`` end, ascending."""
    frontier: NDArray[Any] = np.array([node], dtype=graph.indices.dtype)
    reached: NDArray[Any] = frontier[:0]
    for _ in range(levels):
        rows = [graph.indices[graph.indptr[i] : graph.indptr[i + 1]] for i in frontier.tolist()]
        frontier = np.unique(np.concatenate([frontier[:0], *rows]))
        reached = np.union1d(reached, frontier)
    return reached
