"""Clusters of names and the concentration of their document frequency."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.graph.variety import gini, nodes_per_cluster, passages_of_nodes, synonym_clusters
from hippo_exp.types import SynonymEdges

PAIRS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=15)


def edges(pairs: list[tuple[int, int]]) -> SynonymEdges:
    kept = [pair for pair in pairs if pair[0] != pair[1]]
    source, target = (np.array([pair[side] for pair in kept], dtype=np.int64) for side in (0, 1))
    return SynonymEdges(source, target, np.ones(len(kept), dtype=np.float32))


@given(PAIRS)
def test_clusters_are_networkx_components(pairs: list[tuple[int, int]]) -> None:
    found = synonym_clusters(edges(pairs), 10)
    graph = nx.Graph(pairs)
    graph.add_nodes_from(range(10))
    components = list(nx.connected_components(graph))
    assert len(set(found.tolist())) == len(components)
    assert all(len({int(found[node]) for node in part}) == 1 for part in components)
    assert nodes_per_cluster(edges(pairs), 10) == pytest.approx(10 / len(components))


@given(st.lists(st.integers(0, 50), min_size=1, max_size=30))
def test_gini_is_half_the_relative_mean_difference(values: list[int]) -> None:
    sample = np.array(values, dtype=np.float64)
    differences = np.abs(sample[:, None] - sample[None, :]).mean()
    expected = differences / (2 * sample.mean()) if sample.any() else 0.0
    assert gini(sample) == pytest.approx(expected, abs=1e-12)


def test_document_frequency_counts_a_passage_once() -> None:
    matrix = sparse.csr_array(np.array([[2.0, 0, 1], [0, 0, 3]]))
    assert passages_of_nodes(matrix).tolist() == [1, 0, 2]
    assert gini(np.zeros(3)) == 0
    assert nodes_per_cluster(edges([]), 0) == 0
