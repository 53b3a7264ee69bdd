"""The adjacency of phrases and passages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.errors import ConfigError
from hippo_exp.graph import passage_node_adjacency, personalized_pagerank
from hippo_exp.types import KnowledgeGraph


def graph_of(adjacency: Any, passages: Any) -> KnowledgeGraph:
    weights = np.asarray(adjacency, dtype=np.float64)
    n_nodes = weights.shape[0]
    return KnowledgeGraph(
        nodes=tuple(f"n{i:02d}" for i in range(n_nodes)),
        adjacency=sparse.csr_array(weights),
        passage_nodes=sparse.csr_array(np.asarray(passages, dtype=np.float64)),
        specificity=np.ones(n_nodes),
    )


def test_exact_blocks() -> None:
    graph = graph_of([[0, 2], [2, 0]], [[3, 1], [0, 4], [0, 0]])
    expected = {
        "one": [[0, 2, 1, 0, 0], [2, 0, 1, 1, 0], [1, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0] * 5],
        "count": [[0, 2, 3, 0, 0], [2, 0, 1, 4, 0], [3, 1, 0, 0, 0], [0, 4, 0, 0, 0], [0] * 5],
    }
    for kind, matrix in expected.items():
        adjacency = passage_node_adjacency(graph, edge_weight=kind)  # type: ignore[arg-type]
        assert adjacency.toarray().tolist() == matrix
        assert adjacency.dtype == np.float64
        assert adjacency.has_canonical_format
    assert graph.passage_nodes.toarray().tolist() == [[3, 1], [0, 4], [0, 0]]  # left alone


def test_a_stored_zero_is_no_edge() -> None:
    held = sparse.csr_array((np.array([0.0, 2.0]), np.array([0, 1]), np.array([0, 2])))
    graph = KnowledgeGraph(("a", "b"), sparse.csr_array((2, 2)), held, np.ones(2))
    assert passage_node_adjacency(graph, edge_weight="one").nnz == 2


def test_empty_graph_and_unknown_weight() -> None:
    empty = KnowledgeGraph((), sparse.csr_array((0, 0)), sparse.csr_array((3, 0)), np.zeros(0))
    adjacency = passage_node_adjacency(empty, edge_weight="count")
    assert adjacency.shape == (3, 3)
    assert adjacency.nnz == 0
    reset = np.array([1.0, 3.0, 0.0])
    np.testing.assert_allclose(personalized_pagerank(adjacency, reset), reset / 4)
    with pytest.raises(ConfigError, match="unknown edge weight"):
        passage_node_adjacency(empty, edge_weight="two")  # type: ignore[arg-type]


@given(seed=st.integers(0, 10_000), n_nodes=st.integers(1, 6), n_passages=st.integers(1, 5))
def test_degrees_and_symmetry(seed: int, n_nodes: int, n_passages: int) -> None:
    random = np.random.default_rng(seed)
    upper = np.triu(random.integers(0, 3, (n_nodes, n_nodes)) * random.random((1, 1)), 1)
    held = random.integers(0, 3, (n_passages, n_nodes))
    graph = graph_of(upper + upper.T, held)
    for kind, edges in (("one", held > 0), ("count", held)):
        adjacency = passage_node_adjacency(graph, edge_weight=kind)  # type: ignore[arg-type]
        dense = adjacency.toarray()
        np.testing.assert_array_equal(dense, dense.T)
        np.testing.assert_array_equal(dense[n_nodes:].sum(axis=1), edges.sum(axis=1))
        assert not dense[n_nodes:, n_nodes:].any()
        np.testing.assert_array_equal(dense[:n_nodes, :n_nodes], upper + upper.T)
