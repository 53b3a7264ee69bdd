"""Personalized PageRank: exact figures and laws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ppr_cases import (
    RESTART_PROBS,
    dense_pagerank,
    from_edges,
    graphs,
    path_graph,
    random_graph,
    random_reset,
    resets,
)
from scipy import sparse

from hippo_exp.graph.ppr import SOLVERS, personalized_pagerank
from hippo_exp.types import FloatArray

ALL = pytest.mark.parametrize("solver", ["auto", *SOLVERS])
OWN: Any = ("power", "chebyshev", "gauss_seidel", "push")
PROPERTY = settings(max_examples=40, deadline=None, derandomize=True)


def one_hot(n_nodes: int, *seeds: int) -> FloatArray:
    reset = np.zeros(n_nodes)
    reset[list(seeds)] = 1.0
    return reset


@ALL
@pytest.mark.parametrize(
    ("restart_prob", "expected"),
    [
        (0.5, [7 / 12, 1 / 3, 1 / 12]),
        (0.9, [0.904545, 0.090909, 0.004545]),
        (0.1, [0.313158, 0.473684, 0.213158]),
        (1.0, [1.0, 0.0, 0.0]),
    ],
)
def test_path_of_three(solver: Any, restart_prob: float, expected: list[float]) -> None:
    """B25, B29: the restart probability is what igraph calls 1 - damping."""
    scores = personalized_pagerank(
        path_graph(3), one_hot(3, 0), restart_prob=restart_prob, solver=solver
    )
    np.testing.assert_allclose(scores, expected, atol=6e-7)


@ALL
def test_isolated_nodes(solver: Any) -> None:
    """B27: an isolated node scores exactly 0 for others and keeps all mass as the seed."""
    graph = path_graph(3, n_isolated=1)
    reset = np.column_stack([one_hot(4, 0), one_hot(4, 3)])
    scores = personalized_pagerank(graph, reset, solver=solver)
    assert scores[3, 0] == 0.0
    np.testing.assert_array_equal(scores[:, 1], [0, 0, 0, 1])


@ALL
def test_two_components(solver: Any) -> None:
    """Part C: a-b, b-c, c-d, x-y with seed a."""
    graph = from_edges(6, [0, 1, 2, 4], [1, 2, 3, 5], np.ones(4))
    scores = personalized_pagerank(graph, one_hot(6, 0), solver=solver)
    np.testing.assert_allclose(scores[:4], [0.57778, 0.31111, 0.08889, 0.02222], atol=5e-6)
    np.testing.assert_array_equal(scores[4:], [0, 0])


def test_passage_scores_of_a_hub_passage() -> None:
    """A36: the chain of three passages, with occurrence counts and with a binary matrix."""
    graph = from_edges(6, [0, 1, 2, 4], [1, 2, 3, 5], np.ones(4))
    scores = personalized_pagerank(graph, one_hot(6, 0))
    counts = np.array([[1, 2, 1, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]])
    np.testing.assert_allclose(counts @ scores, [1.28889, 0.11111, 0], atol=5e-6)
    np.testing.assert_allclose(np.minimum(counts, 1) @ scores, [0.97778, 0.11111, 0], atol=5e-6)


@pytest.mark.parametrize(
    ("fact_weight", "expected"), [(2.0, [0.2222, 0.6667, 0.1111]), (1.0, [0.1667, 0.6667, 0.1667])]
)
def test_fact_counted_in_both_directions(fact_weight: float, expected: list[float]) -> None:
    """A29: fact A-B, synonym B-C, seed B; the released code counts the fact twice."""
    graph = from_edges(3, [0, 1], [1, 2], np.array([fact_weight, 1.0]))
    np.testing.assert_allclose(personalized_pagerank(graph, one_hot(3, 1)), expected, atol=5e-5)


@pytest.mark.parametrize("solver", ["auto", "power", "gauss_seidel", "push", "networkx", "igraph"])
def test_dangling_mass_returns_to_the_reset_vector(solver: Any) -> None:
    """B25: 1 -> 2 with reset on 2; a uniform rule would give .2982 and .7018."""
    graph = sparse.csr_array(np.array([[0.0, 1.0], [0.0, 0.0]]))
    scores = personalized_pagerank(graph, one_hot(2, 1), restart_prob=0.15, solver=solver)
    np.testing.assert_allclose(scores, [0, 1], atol=1e-12)
    scores = personalized_pagerank(graph, one_hot(2, 0), restart_prob=0.15, solver=solver)
    np.testing.assert_allclose(scores, [1 / 1.85, 0.85 / 1.85], atol=1e-9)


@pytest.mark.parametrize("solver", OWN)
def test_seed_with_edges_of_weight_zero_keeps_its_mass(solver: Any) -> None:
    """B28: a stored zero is no edge."""
    graph = sparse.csr_array(np.array([[0.0, 7.0, 0.0], [7.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
    graph.data[graph.data == 7.0] = 0.0
    scores = personalized_pagerank(graph, one_hot(3, 0), solver=solver)
    np.testing.assert_array_equal(scores, [1, 0, 0])


@pytest.mark.parametrize("solver", OWN)
@given(data=st.data())
@PROPERTY
def test_matches_gaussian_elimination(solver: Any, data: st.DataObject) -> None:
    graph = data.draw(graphs(symmetric=True if solver == "chebyshev" else None))
    reset = data.draw(resets(graph.shape[0]))
    restart_prob = data.draw(RESTART_PROBS)
    scores = personalized_pagerank(graph, reset, restart_prob=restart_prob, tol=1e-9, solver=solver)
    assert scores.dtype == np.float64
    assert scores.min() >= 0
    assert abs(scores.sum() - 1) < 1e-12
    expected = dense_pagerank(graph, reset, restart_prob)
    assert np.abs(scores - expected).max() <= 1e-9 + 1e-12


@given(data=st.data())
@PROPERTY
def test_unreached_nodes_score_exactly_zero(data: st.DataObject) -> None:
    graph = data.draw(graphs())
    reset = data.draw(resets(graph.shape[0]))
    _, labels = sparse.csgraph.connected_components(graph, directed=True, connection="weak")
    foreign = ~np.isin(labels, labels[reset > 0])
    for solver in ("power", "gauss_seidel", "push"):
        scores = personalized_pagerank(graph, reset, restart_prob=0.3, solver=solver)
        assert (scores[foreign] == 0).all()


@given(data=st.data())
@PROPERTY
def test_restart_one_is_the_normalised_reset(data: st.DataObject) -> None:
    graph = data.draw(graphs())
    reset = data.draw(resets(graph.shape[0]))
    for solver in ("auto", "gauss_seidel"):
        scores = personalized_pagerank(graph, reset, restart_prob=1, solver=solver)
        np.testing.assert_allclose(scores, reset / reset.sum(), rtol=1e-15)


@given(data=st.data(), share=st.floats(0.05, 0.95))
@PROPERTY
def test_linear_in_the_seeds(data: st.DataObject, share: float) -> None:
    """``p(s) / (r + c m)`` is linear in ``s``, ``m`` being the mass that ``p`` has on dangling
    nodes; so ``p`` itself is linear where no dangling node is reached, in particular in a symmetric
    graph among seeds that are not isolated.
    """
    graph = data.draw(graphs())
    restart_prob = data.draw(st.sampled_from([0.1, 0.5, 0.8]))
    dangling = np.asarray(graph.sum(axis=1)).ravel() == 0

    def linear_part(reset: FloatArray) -> FloatArray:
        scores = personalized_pagerank(graph, reset, restart_prob=restart_prob, tol=1e-12)
        return scores / (restart_prob + (1 - restart_prob) * scores[dangling].sum())

    first, second = (data.draw(resets(graph.shape[0])) for _ in range(2))
    first, second = first / first.sum(), second / second.sum()
    mixed = linear_part(share * first + (1 - share) * second)
    expected = share * linear_part(first) + (1 - share) * linear_part(second)
    np.testing.assert_allclose(mixed, expected, atol=1e-9)


def test_linear_without_dangling_nodes() -> None:
    graph = from_edges(5, np.arange(5), (np.arange(5) + 1) % 5, np.arange(1.0, 6.0))
    parts = [personalized_pagerank(graph, one_hot(5, seed), tol=1e-12) for seed in (0, 3)]
    mixed = personalized_pagerank(graph, [3.0, 0, 0, 1.0, 0], tol=1e-12)
    np.testing.assert_allclose(mixed, 0.75 * parts[0] + 0.25 * parts[1], atol=1e-11)


@given(data=st.data())
@PROPERTY
def test_renaming_nodes_renames_scores(data: st.DataObject) -> None:
    graph = data.draw(graphs())
    n_nodes = graph.shape[0]
    reset = data.draw(resets(n_nodes))
    names = np.array(data.draw(st.permutations(range(n_nodes))))
    scores = personalized_pagerank(graph, reset, tol=1e-12)
    renamed = personalized_pagerank(graph[names][:, names], reset[names], tol=1e-12)
    np.testing.assert_allclose(renamed, scores[names], atol=1e-11)


@given(data=st.data(), factor=st.sampled_from([1e-300, 1e-9, 3.0, 1e200]))
@PROPERTY
def test_scale_of_weights_and_seeds_does_not_matter(data: st.DataObject, factor: float) -> None:
    graph = data.draw(graphs())
    reset = data.draw(resets(graph.shape[0]))
    for solver in ("power", "gauss_seidel", "push"):
        scores = personalized_pagerank(graph, reset, solver=solver)
        scaled = personalized_pagerank(graph * factor, reset * factor, solver=solver)
        np.testing.assert_allclose(scaled, scores, atol=1e-9)


@pytest.mark.parametrize("n_queries", [3, 40])
@pytest.mark.parametrize(
    ("solver", "symmetric"),
    [(solver, both) for solver in OWN for both in (True, False) if both or solver != "chebyshev"],
)
def test_block_equals_single_queries(solver: Any, n_queries: int, symmetric: bool) -> None:
    graph = random_graph(400, 1200, seed=1, symmetric=symmetric)
    reset = random_reset(400, n_queries, seed=2)
    block = personalized_pagerank(graph, reset, tol=1e-11, solver=solver)
    assert block.shape == reset.shape
    for query in range(n_queries):
        single = personalized_pagerank(graph, reset[:, query], tol=1e-11, solver=solver)
        np.testing.assert_allclose(block[:, query], single, atol=2e-11)


@pytest.mark.parametrize(
    "convert",
    [
        sparse.csr_matrix,
        sparse.csc_array,
        sparse.coo_array,
        sparse.lil_array,
        sparse.bsr_array,
        lambda graph: graph.astype(np.float32),
        lambda graph: sparse.csr_array(graph, dtype=np.int64),
    ],
)
def test_any_sparse_format_and_number_type(convert: Any) -> None:
    graph = from_edges(5, [0, 1, 2, 0], [1, 2, 3, 2], np.array([1.0, 2.0, 1.0, 3.0]))
    expected = personalized_pagerank(graph, one_hot(5, 0))
    np.testing.assert_array_equal(personalized_pagerank(convert(graph), one_hot(5, 0)), expected)


def test_duplicates_are_added_and_the_input_stays_as_it_was() -> None:
    loose = sparse.csr_array(
        (np.array([1.0, 0.5, 1.0, 0.5, 1.0, 1.0]), np.array([1, 1, 2, 0, 0, 1]), [0, 2, 5, 6]),
        shape=(3, 3),
    )
    summed = sparse.csr_array(np.array([[0, 1.5, 0], [1.5, 0, 1.0], [0, 1.0, 0]]))
    before = loose.data.copy(), loose.indices.copy()
    expected = personalized_pagerank(summed, one_hot(3, 0))
    for solver in SOLVERS:
        scores = personalized_pagerank(loose, one_hot(3, 0), solver=solver)
        np.testing.assert_allclose(scores, expected, atol=1e-9)
    np.testing.assert_array_equal(loose.data, before[0])
    np.testing.assert_array_equal(loose.indices, before[1])


def test_columns_of_any_scale() -> None:
    reset = np.array([[1e-310, 1e308, 1.0], [0, 1e308, 3.0], [3e-310, 1e308, 0]])
    scores = personalized_pagerank(path_graph(3), reset, restart_prob=1)
    np.testing.assert_allclose(scores, [[0.25, 1 / 3, 0.25], [0, 1 / 3, 0.75], [0.75, 1 / 3, 0]])
