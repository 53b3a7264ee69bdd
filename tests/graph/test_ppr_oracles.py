"""Personalized PageRank against networkx and igraph."""

from __future__ import annotations

from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ppr_cases import RESTART_PROBS, graphs, path_graph, random_graph, random_reset, resets
from scipy import sparse

from hippo_exp.errors import GraphError, MissingExtraError
from hippo_exp.graph.ppr import personalized_pagerank, prepare
from hippo_exp.graph.ppr.stopping import Task
from hippo_exp.types import FloatArray, SparseArray

PROPERTY = settings(max_examples=25, deadline=None, derandomize=True)


def networkx_pagerank(graph: SparseArray, reset: FloatArray, restart_prob: float) -> FloatArray:
    """Its tolerance is multiplied by the number of nodes; dangling nodes follow the reset."""
    network = nx.from_scipy_sparse_array(graph, create_using=nx.DiGraph)
    ranks = nx.pagerank(
        network,
        alpha=1 - restart_prob,
        personalization={int(node): reset[node] for node in np.flatnonzero(reset)},
        max_iter=10_000,
        tol=1e-13 / len(reset),
    )
    return np.array([ranks[node] for node in range(len(reset))])


def igraph_pagerank(graph: SparseArray, reset: FloatArray, restart_prob: float) -> FloatArray:
    entries = graph.tocoo()
    network = igraph.Graph(
        n=len(reset), edges=list(zip(entries.row, entries.col, strict=True)), directed=True
    )
    ranks = network.personalized_pagerank(
        damping=1 - restart_prob,
        reset=reset.tolist(),
        weights=entries.data.tolist(),
        implementation="prpack",
    )
    return np.array(ranks)


@pytest.mark.parametrize("solver", ["auto", "power", "gauss_seidel", "push"])
@pytest.mark.parametrize("oracle", [networkx_pagerank, igraph_pagerank])
@given(data=st.data())
@PROPERTY
def test_small_graphs(oracle: Any, solver: Any, data: st.DataObject) -> None:
    graph = data.draw(graphs())
    reset = data.draw(resets(graph.shape[0]))
    restart_prob = data.draw(RESTART_PROBS)
    scores = personalized_pagerank(graph, reset, restart_prob=restart_prob, solver=solver)
    expected = oracle(graph, reset, restart_prob)
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-8)


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("restart_prob", [0.05, 0.5, 0.9])
def test_larger_graph(
    restart_prob: float, symmetric: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippo_exp.graph.ppr.auto.SMALL_WORK", 0)
    graph = random_graph(800, 3_000, seed=3, symmetric=symmetric)
    reset = random_reset(800, 5, seed=4)
    scores, report = prepare(graph).solve(reset, restart_prob=restart_prob)
    assert report.solver == "gauss_seidel"
    for oracle in (networkx_pagerank, igraph_pagerank):
        expected = oracle(graph, reset[:, 2], restart_prob)
        np.testing.assert_allclose(scores[:, 2], expected, rtol=0, atol=1e-9)


def test_undirected_igraph_as_the_released_code_calls_it() -> None:
    """Official behaviour, row 10: undirected, prpack, damping 0.5."""
    graph = random_graph(500, 1500, seed=5)
    reset = random_reset(500, 1, seed=6)[:, 0]
    upper = sparse.triu(graph, k=1).tocoo()
    network = igraph.Graph(n=500, edges=list(zip(upper.row, upper.col, strict=True)))
    expected = network.personalized_pagerank(
        vertices=range(500),
        damping=0.5,
        directed=False,
        weights=upper.data.tolist(),
        reset=reset.tolist(),
        implementation="prpack",
    )
    np.testing.assert_allclose(personalized_pagerank(graph, reset), expected, rtol=0, atol=1e-10)


def test_self_loop_counts_once() -> None:
    """As in networkx and in a directed igraph; igraph doubles an undirected loop."""
    graph = sparse.csr_array(np.array([[2.0, 1.0], [1.0, 0.0]]))
    for solver in ("auto", "gauss_seidel", "push", "networkx", "igraph"):
        scores = personalized_pagerank(graph, [1, 0], restart_prob=0.3, solver=solver)
        np.testing.assert_allclose(scores, [30 / 37, 7 / 37], atol=1e-10)
    undirected = nx.Graph([(0, 0, {"weight": 2.0}), (0, 1, {"weight": 1.0})])
    ranks = nx.pagerank(undirected, alpha=0.7, personalization={0: 1.0}, tol=1e-14)
    np.testing.assert_allclose([ranks[0], ranks[1]], [30 / 37, 7 / 37], atol=1e-10)


@pytest.mark.parametrize("solver", ["networkx", "igraph"])
def test_adapters_tell_what_they_reached(solver: Any) -> None:
    graph = random_graph(300, 900, seed=7, symmetric=False)
    reset = random_reset(300, 3, seed=8)
    scores, report = prepare(graph).solve(reset, restart_prob=0.2, solver=solver)
    expected = personalized_pagerank(graph, reset, restart_prob=0.2, tol=1e-13, solver="power")
    error = np.abs(scores - expected).max()
    assert error <= report.residual / 0.2
    assert report.residual < 1e-9
    assert (report.solver, report.relabelled) == (solver, False)


def test_igraph_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "igraph", None)
    with pytest.raises(MissingExtraError, match=r"\.\[oracle\]"):
        personalized_pagerank(path_graph(3), [1, 0, 0], solver="igraph")


def test_networkx_that_does_not_converge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Task, "limit", 2)
    with pytest.raises(GraphError, match="'networkx' did not reach tol 1e-10 in 2 steps"):
        personalized_pagerank(path_graph(3), [1, 0, 0], solver="networkx")
