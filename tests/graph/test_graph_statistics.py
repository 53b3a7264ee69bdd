from __future__ import annotations

import numpy as np
from scipy import sparse

from hippo_exp.graph import CountRow, compare_counts, graph_counts


def test_counts_beside_the_paper() -> None:
    rows = compare_counts(
        {"passages": 11656, "nodes": 91800, "components": 9},
        {"nodes": 91729, "passages": 11656, "contriever_synonym_edges": 145990},
    )
    assert rows == [
        CountRow("passages", 11656, 11656, 0),
        CountRow("nodes", 91800, 91729, 71),
        CountRow("components", 9, None, None),
        CountRow("contriever_synonym_edges", None, 145990, None),
    ]


def test_a_zero_is_a_figure() -> None:
    assert compare_counts({"a": 0}, {"a": 0}) == [CountRow("a", 0, 0, 0)]
    assert compare_counts({}, {}) == []


def test_graph_counts() -> None:
    adjacency = np.zeros((6, 6))
    for one, two in ((0, 1), (1, 2), (3, 4)):
        adjacency[one, two] = adjacency[two, one] = 0.5
    passage_nodes = sparse.csr_array(np.array([[1.0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 0]]))
    assert graph_counts(sparse.csr_array(adjacency), passage_nodes) == {
        "nodes": 6,
        "edges": 3,
        "isolated_nodes": 1,
        "isolated_passages": 1,
        "components": 3,
        "largest_component": 3,
    }
