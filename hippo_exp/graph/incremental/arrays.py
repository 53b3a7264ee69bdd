"""An index that changes as the arrays of a graph: the one step that costs what the graph holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np
from scipy import sparse

from hippo_exp.graph.edges import symmetric_matrix
from hippo_exp.graph.incremental.state import IndexState
from hippo_exp.graph.statistics import graph_counts
from hippo_exp.types import FloatArray, IntArray, KnowledgeGraph, SparseArray


def whole_graph(state: IndexState, ids: Sequence[str]) -> KnowledgeGraph:
    """The graph with nodes in code-point order and passages in the order of ``ids``."""
    phrases, numbers = state.nodes.in_order()
    position = np.zeros(state.nodes.n_given, dtype=np.int64)
    position[numbers] = np.arange(numbers.size)
    adjacency = adjacency_matrix(state.adjacency.rows, position, len(phrases))
    stored = [state.passages[name] for name in ids]
    matrix = passage_matrix([(item.nodes, item.counts) for item in stored], position, len(phrases))
    holding = [state.nodes.passages[number] for number in numbers.tolist()]
    hits = state.similar.lists
    return KnowledgeGraph(
        nodes=phrases,
        adjacency=adjacency,
        passage_nodes=matrix,
        specificity=1.0 / np.array(holding, dtype=np.float64),
        counts={
            **state.facts.counts(),
            **graph_counts(adjacency, matrix),
            "fact_edges": len(state.facts.joined),
            "synonymy_edges": hits.n_hits,
            "synonymy_pairs": hits.count_pairs(),
            "synonymy_not_positive": 0,
        },
    )


def adjacency_matrix(
    rows: Mapping[int, Mapping[int, float]], position: IntArray, n_nodes: int
) -> SparseArray:
    """(n_nodes, n_nodes) symmetric CSR.

    Args:
        rows: number -> neighbour's number -> weight, both directions.
        position: (n_given,) number -> position of the node.
        n_nodes: number of nodes.
    """
    lengths = np.fromiter(map(len, rows.values()), np.int64, len(rows))
    total = int(lengths.sum())
    numbers = np.fromiter(rows, np.int64, len(rows))
    one = position[np.repeat(numbers, lengths)]
    two = position[np.fromiter(chain.from_iterable(rows.values()), np.int64, total)]
    values = chain.from_iterable(row.values() for row in rows.values())
    weights = np.fromiter(values, np.float64, total)
    upper = one < two
    keys = one[upper] * n_nodes + two[upper]
    order = np.argsort(keys)
    return symmetric_matrix(keys[order], weights[upper][order], n_nodes)


def passage_matrix(
    passages: Sequence[tuple[IntArray, FloatArray]], position: IntArray, n_nodes: int
) -> SparseArray:
    """(n_passages, n_nodes) CSR, the matrix P.

    Args:
        passages: for each, the numbers of its nodes and their entries.
        position, n_nodes: as in :func:`adjacency_matrix`.
    """
    lengths = [nodes.size for nodes, _ in passages]
    rows = np.repeat(np.arange(len(passages)), lengths)
    nodes = [np.empty(0, dtype=np.int64), *(nodes for nodes, _ in passages)]
    counts = [np.empty(0), *(counts for _, counts in passages)]
    entries = (np.concatenate(counts), (rows, position[np.concatenate(nodes)]))
    matrix = sparse.csr_array(entries, shape=(len(passages), n_nodes))
    matrix.sort_indices()
    return matrix
