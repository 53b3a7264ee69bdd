from __future__ import annotations

import numpy as np
import pytest
from ppr_cases import random_graph
from scipy import sparse

from hippo_exp.graph import prepare, solve_float32
from hippo_exp.graph.ppr import verified


def test_single_precision_stays_where_the_rankings_do() -> None:
    rng = np.random.default_rng(3)
    graph = prepare(random_graph(400, 1200, seed=3))
    passages = sparse.random_array((90, 400), density=0.05, rng=rng, format="csr")
    reset = np.zeros((400, 70))
    reset[rng.integers(0, 400, 70), np.arange(70)] = 1
    scores, report = solve_float32(graph, reset, passages)
    exact, _ = graph.solve(reset)
    assert report.dtype == "float32"
    assert np.abs(scores - exact).max() < 1e-6
    assert verified.same_best(passages @ scores, passages @ exact)


def test_double_precision_where_a_ranking_would_change() -> None:
    """Two neighbours whose weights are equal in float32 only; the weaker one comes first."""
    close = sparse.csr_array(np.array([[0, 1, 1 + 3e-8], [1, 0, 0], [1 + 3e-8, 0, 0]]))
    reset = np.array([[1.0], [0.0], [0.0]])
    passages = sparse.csr_array(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    scores, report = solve_float32(prepare(close), reset, passages, solver="chebyshev")
    assert report.dtype == "float64"
    assert scores[2, 0] > scores[1, 0]


def test_ties_may_stand_in_either_order() -> None:
    exact = np.array([[0.5], [0.5], [0.1]])
    assert verified.same_best(np.array([[0.4], [0.6], [0.1]]), exact)
    assert not verified.same_best(np.array([[0.5], [0.1], [0.2]]), exact * [[1], [1], [2]])


@pytest.mark.parametrize("width", [1, 3])
def test_few_queries(width: int) -> None:
    graph = prepare(sparse.csr_array(np.array([[0.0, 1.0], [1.0, 0.0]])))
    scores, _ = solve_float32(graph, np.ones((2, width)), sparse.eye_array(2, format="csr"))
    assert scores == pytest.approx(np.full((2, width), 0.5))
