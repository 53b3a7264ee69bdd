"""The mass restored at the end of a query, and what its bound promises."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from ppr_cases import dense_pagerank, graphs, random_graph
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from hippo_exp.graph import prepare
from hippo_exp.graph.ppr.mass import find_strengths


@settings(deadline=None, max_examples=60)
@given(graphs(symmetric=True), st.sampled_from([0.05, 0.3, 0.5, 0.9, 1.0]), st.data())
def test_no_score_is_off_by_more_than_the_report_says(
    graph: sparse.csr_array, restart_prob: float, data: st.DataObject
) -> None:
    n_nodes = graph.shape[0]
    reset = np.zeros(n_nodes)
    reset[data.draw(st.integers(0, n_nodes - 1))] = 1.0
    reset[data.draw(st.integers(0, n_nodes - 1))] += 0.5
    for tol in (1e-4, 1e-10):
        scores, report = prepare(graph).solve(
            reset, restart_prob=restart_prob, tol=tol, solver="gauss_seidel"
        )
        error = np.abs(scores - dense_pagerank(graph, reset, restart_prob)).max()
        assert error <= report.residual / restart_prob + 1e-14
        assert report.residual <= tol * restart_prob
        assert abs(scores.sum() - 1) < 1e-12


@settings(deadline=None)
@given(graphs(symmetric=True))
def test_components_are_those_of_scipy(graph: sparse.csr_array) -> None:
    strength = graph @ np.ones(graph.shape[0])
    found = find_strengths(graph.tocsr(), strength)
    n_components, labels = connected_components(graph, directed=False)
    assert found.n_components == n_components
    pairs = dict.fromkeys(zip(found.labels.tolist(), labels.tolist(), strict=True))
    assert len(pairs) == n_components
    np.testing.assert_allclose(found.totals.sum(), strength.sum())


def test_restoring_the_mass_saves_sweeps_on_a_graph_without_bottlenecks() -> None:
    graph = random_graph(5000, 40_000, seed=5)
    reset = np.zeros(5000)
    reset[:3] = 1
    one, few = prepare(graph).solve(reset, solver="gauss_seidel")
    many = np.repeat(reset[:, None], 8, axis=1)
    block, more = prepare(graph).solve(many, solver="gauss_seidel")
    assert few.iterations <= more.iterations - 4
    np.testing.assert_allclose(one, block[:, 0], rtol=0, atol=2e-10)
