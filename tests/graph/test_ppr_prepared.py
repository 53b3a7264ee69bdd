"""Prepared graphs: accuracy, reports, blocks, threads, precision, and the route without numba."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from ppr_cases import dense_pagerank, from_edges, path_graph, random_graph, random_reset
from scipy import sparse

from hippo_exp.errors import GraphError, MissingExtraError
from hippo_exp.graph.ppr import blocks, checks, compiled, prepare, run, transition
from hippo_exp.graph.ppr.auto import SOLVERS
from hippo_exp.graph.ppr.stopping import Task
from hippo_exp.types import FloatArray

GRAPH = random_graph(2_000, 8_000, seed=11)
ONE_WAY = random_graph(2_000, 8_000, seed=12, symmetric=False)
RESET = random_reset(2_000, 70, seed=13)
KINDS = [
    *((solver, True) for solver in ("power", "chebyshev", "gauss_seidel", "push")),
    *((solver, False) for solver in ("power", "gauss_seidel", "push")),
]


@pytest.mark.parametrize("restart_prob", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("tol", [1e-2, 1e-6, 1e-10])
@pytest.mark.parametrize(("solver", "symmetric"), KINDS)
def test_the_residual_bounds_the_error(
    solver: Any, tol: float, restart_prob: float, symmetric: bool
) -> None:
    """The largest error stays below residual / restart_prob, and that below tol."""
    graph = random_graph(120, 300, seed=14, symmetric=symmetric)
    reset = random_reset(120, 6, seed=15)
    scores, report = prepare(graph).solve(reset, restart_prob=restart_prob, tol=tol, solver=solver)
    expected = [dense_pagerank(graph, column, restart_prob) for column in reset.T]
    error = np.abs(scores - np.column_stack(expected)).max()
    assert error <= report.residual / restart_prob + 1e-14
    assert report.residual / restart_prob <= tol
    np.testing.assert_allclose(scores.sum(axis=0), 1, rtol=0, atol=1e-12)


@pytest.mark.parametrize("solver", ["chebyshev", "gauss_seidel"])
@pytest.mark.parametrize("n_queries", [1, 6])
def test_no_score_is_negative(solver: Any, n_queries: int) -> None:
    """Both methods pass below zero on the way, which a loose tolerance would let through."""
    rng = np.random.default_rng(18)
    for _ in range(60):
        weights = 10.0 ** rng.uniform(-3, 3, 39)
        graph = from_edges(40, np.arange(39), np.arange(1, 40), weights)
        prepared = prepare(graph)
        reset = np.eye(40)[:, rng.choice(40, n_queries, replace=False)]
        for restart_prob in (0.01, 0.05, 0.1):
            scores, _ = prepared.solve(reset, restart_prob=restart_prob, tol=0.3, solver=solver)
            assert scores.min() >= 0


def test_hub_of_two_thousand_leaves() -> None:
    """The largest error of any score sits on the hub, where the errors of the leaves meet."""
    leaves = np.arange(1, 2_001)
    graph = from_edges(2_001, np.zeros(2_000, dtype=int), leaves, np.ones(2_000))
    reset = np.zeros(2_001)
    reset[1] = 1.0
    prepared = prepare(graph)
    expected, _ = prepared.solve(reset, restart_prob=0.1, tol=1e-13, solver="power")
    for tol in (1e-1, 1e-3, 1e-8):
        for solver in ("chebyshev", "gauss_seidel"):
            scores, _ = prepared.solve(reset, restart_prob=0.1, tol=tol, solver=solver)
            assert np.abs(scores - expected).max() <= tol


def test_report() -> None:
    prepared = prepare(GRAPH)
    _, report = prepared.solve(RESET, solver="gauss_seidel", threads=2)
    assert (report.solver, report.dtype, report.relabelled) == ("gauss_seidel", "float64", True)
    assert (report.block_width, report.threads) == (32, 2)
    assert 8 <= report.iterations <= 20
    _, report = prepared.solve(RESET[:, 0], solver="push", threads=8)
    assert (report.solver, report.relabelled, report.threads) == ("push", False, 1)
    with pytest.raises(AttributeError):
        report.solver = "power"  # type: ignore[misc]


def test_no_queries() -> None:
    scores, report = prepare(GRAPH).solve(np.zeros((2_000, 0)))
    assert scores.shape == (2_000, 0)
    assert report.iterations == 0
    assert list(prepare(GRAPH).iter_solve(np.zeros((2_000, 0)))) == []


@pytest.mark.parametrize("graph", [GRAPH, ONE_WAY], ids=["symmetric", "one_way"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("solver", ["gauss_seidel", "power"])
def test_threads_change_no_bit(solver: Any, dtype: Any, graph: Any) -> None:
    prepared = prepare(graph)
    one, two = (
        prepared.solve(RESET, tol=1e-6, solver=solver, dtype=dtype, threads=threads)[0]
        for threads in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("graph", [GRAPH, ONE_WAY], ids=["symmetric", "one_way"])
def test_without_numba(graph: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same scores by scipy, and a named extra where compiled code is asked for."""
    monkeypatch.setattr("hippo_exp.graph.ppr.auto.SMALL_WORK", 0)
    prepared = prepare(graph)
    fast, report = prepared.solve(RESET)
    assert report.solver == "gauss_seidel"
    monkeypatch.setattr(compiled, "numba_available", lambda: False)
    slow, report = prepared.solve(RESET)
    assert report.solver == ("chebyshev" if graph is GRAPH else "power")
    np.testing.assert_allclose(slow, fast, rtol=0, atol=1e-9)
    for solver in ("gauss_seidel", "push"):
        with pytest.raises(MissingExtraError, match=r"\.\[fast\]"):
            prepared.solve(RESET, solver=solver)


def test_small_work_loads_no_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "load_kernels", lambda: pytest.fail("loaded"))
    _, report = prepare(path_graph(5)).solve([1, 0, 0, 0, 0])
    assert report.solver == "chebyshev"


@pytest.mark.parametrize("solver", ["gauss_seidel", "chebyshev"])
def test_float32_ranks_like_float64(solver: Any) -> None:
    prepared = prepare(GRAPH)
    exact, _ = prepared.solve(RESET, tol=1e-12)
    scores, report = prepared.solve(RESET, dtype="float32", tol=1e-6, solver=solver)
    assert (scores.dtype, report.dtype) == (np.float64, "float32")
    assert np.abs(scores - exact).max() <= 1e-6
    np.testing.assert_allclose(scores.sum(axis=0), 1, rtol=0, atol=1e-12)
    best = np.argsort(-exact, axis=0, kind="stable")[:3]
    np.testing.assert_array_equal(np.argsort(-scores, axis=0, kind="stable")[:3], best)


@pytest.mark.parametrize("graph", [GRAPH, ONE_WAY], ids=["symmetric", "one_way"])
def test_sparse_reset_and_projection(graph: Any) -> None:
    prepared = prepare(graph)
    scores, _ = prepared.solve(RESET, tol=1e-12)
    projection = sparse.random_array((50, 2_000), density=0.02, rng=np.random.default_rng(16))
    for solver in ("gauss_seidel", "chebyshev" if graph is GRAPH else "power", "push"):
        for reset in (RESET, sparse.csc_array(RESET), sparse.csr_array(RESET)):
            found = list(
                prepared.iter_solve(
                    reset, tol=1e-12, solver=solver, projection=projection, threads=2
                )
            )
            columns = [block.columns for block in found]
            assert (columns[0].start, columns[-1].stop) == (0, 70)
            assert all(left.stop == right.start for left, right in pairwise(columns))
            product = np.concatenate([block.values for block in found], axis=1)
            np.testing.assert_allclose(product, projection @ scores, rtol=0, atol=1e-10)


def test_blocks_are_made_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[int] = []

    def counted(graph: Any, task: Task) -> Any:
        widths.append(task.width)
        return SOLVERS["gauss_seidel"](graph, task)

    monkeypatch.setattr(run, "SOLVERS", {"gauss_seidel": counted})
    found = prepare(GRAPH).iter_solve(RESET, solver="gauss_seidel")
    assert widths == []
    assert next(found).values.shape == (2_000, 32)
    assert widths == [32]
    assert sum(block.report.block_width for block in found) == 70 - 32
    assert widths == [32, 32, 6]


@pytest.mark.parametrize(
    "projection",
    [np.ones((3, 2_000)), sparse.csr_array((3, 1_999)), sparse.coo_array((2_000,))],
)
def test_wrong_projection(projection: Any) -> None:
    with pytest.raises(GraphError, match="no sparse array with 2000 columns"):
        prepare(GRAPH).iter_solve(RESET, projection=projection)


def test_damaged_projection() -> None:
    projection = sparse.csr_array(np.ones((1, 2_000)))
    projection.indices[5] = 2_000
    with pytest.raises(GraphError, match="the projection has index arrays that point outside"):
        prepare(GRAPH).iter_solve(RESET, projection=projection)


@pytest.mark.parametrize("symmetric", [True, False])
def test_large_graph_route(symmetric: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """B30: no relabelling, 64-bit indices, narrow blocks; the scores stay the same."""
    graph = GRAPH if symmetric else ONE_WAY
    expected, _ = prepare(graph).solve(RESET, solver="gauss_seidel")
    monkeypatch.setattr(checks, "INT32_LIMIT", 100)
    relabelled = prepare(graph)
    monkeypatch.setattr(transition, "RELABEL_LIMIT", 100)
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 2_000 * 8 * 10)
    plain = prepare(graph)
    assert relabelled.transition.matrix.indices.dtype == np.int64
    assert plain.transition.order is None
    for prepared in (relabelled, plain):
        for solver in ("gauss_seidel", "power", "push"):
            scores, report = prepared.solve(RESET[:, :20], solver=solver)
            assert report.relabelled == (prepared is relabelled and solver != "push")
            assert report.block_width == (1 if solver == "push" else 10)
            np.testing.assert_allclose(scores, expected[:, :20], rtol=0, atol=2e-10)


def test_preparation_shares_the_weights_and_changes_nothing() -> None:
    before = GRAPH.data.copy(), GRAPH.indices.copy(), GRAPH.indptr.copy()
    prepared = prepare(GRAPH)
    assert np.shares_memory(prepared.transition.adjacency.data, GRAPH.data)
    prepared.solve(RESET, solver="gauss_seidel")
    for array, copy in zip((GRAPH.data, GRAPH.indices, GRAPH.indptr), before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("change", "symmetric"), [(0.0, True), (1e-16, True), (1e-9, False), (1.0, False)]
)
def test_symmetry_is_recognised(change: float, symmetric: bool) -> None:
    """One pair of 8,000 differs; a difference at the rounding level does not count."""
    graph = GRAPH.copy()
    graph.data[4_321] *= 1 + change
    assert prepare(graph).transition.symmetric == symmetric


def test_asymmetry_between_strong_neighbours_is_recognised() -> None:
    """A tiny one-way edge matters to its weak source, however strong its target."""
    weights = np.array([[0, 1e9, 0], [1e9, 0, 1e-6], [0, 0, 0]])
    assert not prepare(sparse.csr_array(weights)).transition.symmetric
    assert not prepare(sparse.csr_array(weights.T)).transition.symmetric


@pytest.mark.parametrize("solver", ["power", "chebyshev", "gauss_seidel", "push"])
@pytest.mark.parametrize("n_queries", [1, 40])
def test_a_tolerance_out_of_reach(
    solver: Any, n_queries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No result is passed off as converged."""
    monkeypatch.setattr(Task, "limit", 4)
    message = rf"'{solver}' did not reach tol 1e-10 in 4 steps; .* \[restart_prob 0.5, float64\]"
    with pytest.raises(GraphError, match=message):
        prepare(GRAPH).solve(RESET[:, :n_queries], solver=solver)


def test_a_tolerance_below_the_rounding_level() -> None:
    prepared = prepare(random_graph(300, 900, seed=17))
    with pytest.raises(GraphError, match="raise tol or set dtype='float64'"):
        prepared.solve(
            RESET[:300, :8] + 1, restart_prob=0.02, dtype="float32", tol=1e-6, solver="gauss_seidel"
        )


def test_tiny_restart_probability() -> None:
    """Mass spreads as the strengths of a connected graph do, which over-relaxation reaches fast."""
    graph: Any = from_edges(60, np.arange(60), (np.arange(60) + 1) % 60, np.ones(60))
    reset: FloatArray = np.eye(60)[0]
    scores, report = prepare(graph).solve(reset, restart_prob=1e-4, solver="gauss_seidel")
    np.testing.assert_allclose(scores, dense_pagerank(graph, reset, 1e-4), rtol=0, atol=1e-10)
    assert report.iterations < 2_000
