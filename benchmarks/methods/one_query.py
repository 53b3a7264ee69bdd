"""One query at a time: a reset vector to node scores.

Each function prepares a graph and returns ``(n_nodes,) reset of sum 1 -> (n_nodes,) scores``. All
are asked for restart probability 0.5 and, where they have a tolerance, for 1e-10.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from benchmarks.cases.pagerank import RESTART_PROB
from benchmarks.harness.accuracy import step_matrix
from benchmarks.harness.method import OURS, Method
from hippo_exp.graph.ppr import SolverName, prepare
from hippo_exp.types import FloatArray, SparseArray

OneQuery: TypeAlias = Callable[[FloatArray], FloatArray]

DAMPING = 1.0 - RESTART_PROB
TOL = 1e-10


def _ours(solver: SolverName, tol: float = TOL) -> Callable[[SparseArray], OneQuery]:
    def make(adjacency: SparseArray) -> OneQuery:
        prepared = prepare(adjacency)
        return lambda reset: prepared.solve(
            reset, restart_prob=RESTART_PROB, tol=tol, solver=solver
        )[0]

    return make


def prpack(adjacency: SparseArray) -> OneQuery:
    """igraph, called as the released HippoRAG code calls it."""
    igraph = importlib.import_module("igraph")
    upper = sparse.triu(adjacency, 1).tocoo()
    graph = igraph.Graph(n=adjacency.shape[0], edges=np.column_stack([upper.row, upper.col]))
    graph.es["weight"] = upper.data.tolist()
    nodes = range(adjacency.shape[0])

    def solve(reset: FloatArray) -> FloatArray:
        ranks = graph.personalized_pagerank(
            vertices=nodes,
            damping=DAMPING,
            directed=False,
            weights="weight",
            reset=reset,
            implementation="prpack",
        )
        return np.array(ranks)

    return solve


def prpack_one_thread(adjacency: SparseArray) -> OneQuery:
    """The same with OpenMP held to one thread, which does not wait for a busy core."""
    threadpoolctl = importlib.import_module("threadpoolctl")
    solve = prpack(adjacency)
    controller = threadpoolctl.ThreadpoolController()

    def solve_alone(reset: FloatArray) -> FloatArray:
        with controller.limit(limits=1, user_api="openmp"):
            return solve(reset)

    return solve_alone


def _networkx(**options: float) -> Callable[[SparseArray], OneQuery]:
    def make(adjacency: SparseArray) -> OneQuery:
        networkx = importlib.import_module("networkx")
        graph = networkx.from_scipy_sparse_array(adjacency)
        chosen = {"tol": options["tol"] / len(graph)} if options else {}

        def solve(reset: FloatArray) -> FloatArray:
            seeds = {int(node): float(reset[node]) for node in np.flatnonzero(reset)}
            ranks = networkx.pagerank(graph, alpha=DAMPING, personalization=seeds, **chosen)
            return np.fromiter(ranks.values(), dtype=np.float64, count=len(ranks))

        return solve

    return make


def scikit_network(adjacency: SparseArray) -> OneQuery:
    """scikit-network's power iteration."""
    ranking = importlib.import_module("sknetwork.ranking")
    matrix = sparse.csr_matrix(adjacency)  # the package takes the older kind only
    pagerank = ranking.PageRank(DAMPING, solver="piteration", n_iter=100, tol=TOL)
    return lambda reset: np.asarray(pagerank.fit_predict(matrix, reset))


def fast_pagerank(adjacency: SparseArray) -> OneQuery:
    """The package fast-pagerank, power method."""
    power: Any = importlib.import_module("fast_pagerank").pagerank_power
    matrix = sparse.csr_matrix(adjacency)
    return lambda reset: np.asarray(power(matrix, p=DAMPING, personalize=reset, tol=TOL))


def scipy_power(adjacency: SparseArray) -> OneQuery:
    """Power iteration with scipy, as one writes it without further thought."""
    steps = step_matrix(adjacency)

    def solve(reset: FloatArray) -> FloatArray:
        scores = reset
        while True:
            new = RESTART_PROB * reset + DAMPING * (steps @ scores)
            if np.abs(new - scores).sum() < TOL:
                return new
            scores = new

    return solve


ONE_QUERY: tuple[Method[SparseArray, OneQuery], ...] = (
    Method(OURS, _ours("auto"), remark="`prepare(graph).solve(reset)`, default settings"),
    Method("hippo_exp (scipy only)", _ours("chebyshev"), remark="without compiled code"),
    Method(
        "hippo_exp (push to 1e-6)",
        _ours("push", 1e-6),
        module="numba",
        remark="an approximation, for comparison only",
    ),
    Method("igraph prpack", prpack, module="igraph", remark="as the released HippoRAG calls it"),
    Method(
        "igraph prpack (one thread)",
        prpack_one_thread,
        module="igraph",
        remark="the same, OpenMP held to one thread",
    ),
    Method("scipy power iteration", scipy_power, remark="as a user writes it, to 1e-10"),
    Method("scikit-network", scikit_network, module="sknetwork", remark="`piteration`, tol 1e-10"),
    Method("fast-pagerank", fast_pagerank, module="fast_pagerank", remark="`pagerank_power`"),
    Method("networkx", _networkx(), module="networkx", limit=5, remark="default tolerance"),
    Method(
        "networkx (to 1e-10)",
        _networkx(tol=TOL),
        module="networkx",
        limit=5,
        remark="its tol, which it multiplies by the number of nodes, set for that",
    ),
)
