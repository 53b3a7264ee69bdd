"""Expansions that replace PageRank in the ablations (official behaviour, rows 13 and 14)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ppr_cases import from_edges, graphs, path_graph, resets
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph import query_nodes, query_nodes_and_neighbors

PATH = path_graph(5, n_isolated=1)


def test_query_nodes_are_the_raw_weights() -> None:
    reset = np.array([0.25, 0, 1, 0, 0, 0])
    scores = query_nodes(PATH, reset)
    np.testing.assert_array_equal(scores, reset)
    assert not np.shares_memory(scores, reset)


def test_neighbors_gain_half_the_smallest_weight() -> None:
    """Nodes 0 and 2 of a path: node 1 neighbours both, node 3 one of them."""
    scores = query_nodes_and_neighbors(PATH, np.array([0.2, 0, 1.0, 0, 0, 0]))
    np.testing.assert_allclose(scores, [0.2, 0.2, 1.0, 0.1, 0, 0])


def test_two_levels_include_the_query_node() -> None:
    scores = query_nodes_and_neighbors(PATH, np.array([1.0, 0, 0, 0, 0, 0]), levels=2)
    np.testing.assert_allclose(scores, [1.5, 0.5, 0.5, 0, 0, 0])


def test_each_query_node_counts_for_itself() -> None:
    """At two levels of a path, node 2 lies around nodes 1, 2 and 3."""
    scores = query_nodes_and_neighbors(PATH, np.array([0, 1.0, 1.0, 1.0, 0, 0]), levels=2)
    np.testing.assert_allclose(scores, [1, 2.5, 2.5, 2.5, 1, 0])


def test_isolated_query_node_gains_nothing() -> None:
    reset = np.array([0, 0, 0, 0, 0, 2.0])
    np.testing.assert_array_equal(query_nodes_and_neighbors(PATH, reset, levels=2), reset)


def test_edge_weights_do_not_count_and_a_stored_zero_is_no_edge() -> None:
    graph = from_edges(4, [0, 0, 0], [1, 2, 3], np.array([5.0, 0.01, 7.0]))
    graph.data[graph.data == 7.0] = 0.0
    scores = query_nodes_and_neighbors(graph, np.array([1.0, 0, 0, 0]), weight=0.25)
    np.testing.assert_allclose(scores, [1, 0.25, 0.25, 0])


def test_edges_are_followed_from_row_to_column() -> None:
    graph = sparse.csr_array(np.array([[0.0, 1.0], [0.0, 0.0]]))
    np.testing.assert_allclose(query_nodes_and_neighbors(graph, np.array([1.0, 0])), [1, 0.5])
    np.testing.assert_allclose(query_nodes_and_neighbors(graph, np.array([0, 1.0])), [0, 1])


def released_code(neighbors: dict[int, set[int]], reset: Any, levels: int) -> Any:
    """The loop of the release in words of this test: sets of names, node by node."""
    scores = dict(enumerate(reset))
    smallest = min(weight for weight in reset if weight > 0)
    for node in [node for node, weight in enumerate(reset) if weight > 0]:
        found: set[int] = set()
        current = {node}
        for _ in range(levels):
            current = {other for start in current for other in neighbors[start]}
            found |= current
        for other in found:
            scores[other] += 0.5 * smallest
    return [scores[node] for node in range(len(reset))]


@given(data=st.data(), levels=st.integers(1, 4))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_matches_a_walk_over_sets(data: st.DataObject, levels: int) -> None:
    graph = data.draw(graphs(symmetric=True))
    n_nodes = graph.shape[0]
    columns = np.column_stack([data.draw(resets(n_nodes)) for _ in range(2)])
    neighbors = {node: set(np.flatnonzero(graph[[node]].toarray())) for node in range(n_nodes)}
    scores = query_nodes_and_neighbors(graph, columns, levels=levels)
    assert scores.shape == columns.shape
    for query in range(2):
        expected = released_code(neighbors, columns[:, query], levels)
        np.testing.assert_allclose(scores[:, query], expected)
        single = query_nodes_and_neighbors(graph, columns[:, query], levels=levels)
        np.testing.assert_array_equal(single, scores[:, query])


def test_sparse_reset() -> None:
    reset = np.array([[0.2, 0], [0, 0], [1.0, 0], [0, 3.0], [0, 0], [0, 0]])
    for function in (query_nodes, query_nodes_and_neighbors):
        dense = function(PATH, reset)
        np.testing.assert_array_equal(function(PATH, sparse.csr_array(reset)), dense)


@pytest.mark.parametrize("function", [query_nodes, query_nodes_and_neighbors])
@pytest.mark.parametrize(
    ("reset", "message"),
    [
        (np.ones(3), "the reset has 3 entries, the graph has 6 nodes"),
        (np.zeros(6), "the reset vector sums to zero"),
        (np.full(6, np.nan), "node 0 has restart weight nan"),
    ],
)
def test_reset_faults(function: Any, reset: Any, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        function(PATH, reset)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"levels": 0}, "levels is 0"),
        ({"weight": -1.0}, "weight is -1.0"),
        ({"weight": np.inf}, "weight is inf"),
    ],
)
def test_option_faults(options: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        query_nodes_and_neighbors(PATH, np.ones(6), **options)
