"""Personalized PageRank: each fault of the input is named before anything is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ppr_cases import path_graph
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr import personalized_pagerank, prepare
from hippo_exp.types import SparseArray

SEED = np.array([1.0, 0.0, 0.0, 0.0])


def weighted(weight: float) -> SparseArray:
    graph = path_graph(4)
    graph.data[2] = weight
    return graph


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (np.eye(4), "the adjacency is a ndarray, not a scipy sparse array"),
        (sparse.csr_array((4, 3)), r"the adjacency has shape \(4, 3\)"),
        (sparse.coo_array((4,)), r"the adjacency has shape \(4,\)"),
        (sparse.csr_array((0, 0)), "the graph has no nodes"),
        (sparse.csr_array(np.eye(4, dtype=complex)), "the edge weights have type complex128"),
        (weighted(np.nan), r"edge \(1, 2\) has weight nan"),
        (weighted(np.inf), r"edge \(1, 2\) has weight inf"),
        (weighted(-0.2), r"edge \(1, 2\) has weight -0.2"),
        (sparse.csc_array(weighted(-0.2)), r"edge \(1, 2\) has weight -0.2"),
        (path_graph(4) * 1.7e308, "the edge weights of node 1 sum to infinity"),
    ],
)
def test_graph_faults(graph: Any, message: str) -> None:
    """B26, B28."""
    with pytest.raises(GraphError, match=message):
        prepare(graph)


@pytest.mark.parametrize("make", [sparse.csr_array, sparse.csc_array])
@pytest.mark.parametrize(
    ("array", "place", "value"),
    [("indices", 3, 9), ("indices", 0, -1), ("indptr", 0, 1), ("indptr", 2, 0), ("indptr", 4, 99)],
)
def test_damaged_index_arrays(make: Any, array: str, place: int, value: int) -> None:
    """Compiled code would read or write outside the arrays."""
    graph = make(path_graph(4))
    getattr(graph, array)[place] = value
    with pytest.raises(GraphError, match="the adjacency has index arrays that point outside"):
        prepare(graph)


@pytest.mark.parametrize(
    ("reset", "message"),
    [
        (SEED[:3], "the reset has 3 entries, the graph has 4 nodes"),
        (np.zeros((5, 2)), "the reset has 5 entries, the graph has 4 nodes"),
        (np.zeros((4, 2, 2)), r"the reset has shape \(4, 2, 2\)"),
        (1.0, r"the reset has shape \(\)"),
        (SEED.astype(complex), "the restart weights have type complex128"),
        (["a", "b", "c", "d"], "the restart weights have type <U1"),
        (np.zeros(4), "the reset vector sums to zero"),
        (np.column_stack([SEED, 0 * SEED]), "reset column 1 sums to zero"),
        (sparse.csc_array((4, 3)), "reset column 0 sums to zero"),
        (SEED - 0.5, "node 1 has restart weight -0.5: give"),
        (np.column_stack([SEED, SEED * np.nan]), "node 0 has restart weight nan in reset column 1"),
        (np.array([0, np.inf, 0, 0]), "node 1 has restart weight inf"),
    ],
)
def test_reset_faults(reset: Any, message: str) -> None:
    """A26, B26: both lengths are named."""
    with pytest.raises(GraphError, match=message):
        personalized_pagerank(path_graph(4), reset)


def test_damaged_sparse_reset() -> None:
    reset = sparse.csc_array(SEED[:, None])
    reset.indices[0] = 7
    with pytest.raises(GraphError, match="the reset has index arrays that point outside"):
        personalized_pagerank(path_graph(4), reset)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"restart_prob": 0}, r"restart_prob is 0: choose it in \(0, 1\]"),
        ({"restart_prob": -0.5}, "restart_prob is -0.5"),
        ({"restart_prob": 1.5}, "restart_prob is 1.5"),
        ({"restart_prob": np.nan}, "restart_prob is nan"),
        ({"restart_prob": 1e-20}, "restart_prob is 1e-20"),
        ({"restart_prob": "0.5"}, "restart_prob is '0.5'"),
        ({"restart_prob": True}, "restart_prob is True"),
        ({"tol": 0}, "tol is 0"),
        ({"tol": np.nan}, "tol is nan"),
        ({"tol": 1}, "tol is 1"),
        ({"solver": "prpack"}, "there is no solver 'prpack': choose one of auto, power"),
        ({"dtype": "float16"}, "dtype is 'float16'"),
        ({"dtype": "float32"}, "float32 cannot reach tol 1e-10"),
        ({"dtype": "float32", "tol": 1e-6, "solver": "push"}, "'push' computes in float64 only"),
        ({"threads": 0}, "threads is 0"),
        ({"threads": 1.5}, "threads is 1.5"),
    ],
)
def test_option_faults(options: dict[str, Any], message: str) -> None:
    prepared = prepare(path_graph(4))
    with pytest.raises(GraphError, match=message):
        prepared.solve(SEED, **options)
    with pytest.raises(GraphError, match=message):
        prepared.iter_solve(SEED, **options)  # at the call, not at the first block


def test_options_are_looked_at_before_the_graph() -> None:
    with pytest.raises(GraphError, match="restart_prob is 2"):
        personalized_pagerank(weighted(np.nan), SEED, restart_prob=2)


def test_chebyshev_refuses_asymmetric_weights() -> None:
    graph = sparse.csr_array(np.array([[0.0, 1.0], [2.0, 0.0]]))
    with pytest.raises(GraphError, match="'chebyshev' needs symmetric weights"):
        personalized_pagerank(graph, [1, 0], solver="chebyshev")
    np.testing.assert_allclose(personalized_pagerank(graph, [1, 0]), [2 / 3, 1 / 3], atol=1e-10)
