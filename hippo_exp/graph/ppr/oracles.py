"""Adapters to networkx and igraph: independent implementations, for checks and comparisons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from hippo_exp.errors import MissingExtraError
from hippo_exp.graph.ppr.results import Solution
from hippo_exp.graph.ppr.stopping import Task, not_reached
from hippo_exp.graph.ppr.transition import Transition
from hippo_exp.types import FloatArray

_OneQuery: TypeAlias = Callable[[FloatArray], FloatArray]


def solve_networkx(transition: Transition, task: Task) -> Solution:
    """``networkx.pagerank`` with ``alpha = 1 - restart_prob``.

    Its own rule stops at an L1 change of ``n_nodes * tol``; it gets the ``tol`` that matches the
    goal of the other solvers. Dangling nodes follow the reset vector by its default.
    """
    import networkx as nx

    graph = nx.from_scipy_sparse_array(transition.adjacency, create_using=nx.DiGraph)
    tol = task.goal / (transition.n_nodes * max(task.follow, task.goal))

    def one(reset: FloatArray) -> FloatArray:
        seeds = {int(node): float(reset[node]) for node in np.flatnonzero(reset)}
        try:
            ranks = nx.pagerank(
                graph,
                alpha=task.follow,
                personalization=seeds,
                nstart=seeds,
                max_iter=task.limit,
                tol=tol,
            )
        except nx.PowerIterationFailedConvergence as error:
            raise not_reached("networkx", task, np.inf) from error
        return np.fromiter((ranks[node] for node in range(len(ranks))), dtype=np.float64)

    return _each(transition, task, one)


def solve_igraph(transition: Transition, task: Task) -> Solution:
    """``igraph`` PRPACK on the directed graph of all entries, ``damping = 1 - restart_prob``.

    PRPACK sets its own tolerance, 1e-10; ``residual`` in the report tells what it reached.

    Raises:
        MissingExtraError: igraph is not installed.
    """
    try:
        import igraph
    except ModuleNotFoundError as error:
        raise MissingExtraError("igraph", "oracle") from error
    entries = transition.adjacency.tocoo()
    graph = igraph.Graph(
        n=transition.n_nodes, edges=np.column_stack([entries.row, entries.col]), directed=True
    )
    weights = entries.data.tolist()

    def one(reset: FloatArray) -> FloatArray:
        ranks = graph.personalized_pagerank(
            damping=task.follow,
            directed=True,
            reset=reset.tolist(),
            weights=weights,
            implementation="prpack",
        )
        return np.array(ranks, dtype=np.float64)

    return _each(transition, task, one)


def _each(transition: Transition, task: Task, one: _OneQuery) -> Solution:
    """Solve the queries one by one and measure what was reached."""
    resets = task.reset.toarray()
    scores = np.stack([one(resets[:, query]) for query in range(task.width)], axis=1)
    return Solution(scores, None, 0, _residual(transition, task, resets, scores))


def _residual(transition: Transition, task: Task, resets: FloatArray, scores: FloatArray) -> float:
    """Largest L1 residual of ``p = r s + c (W^T p + m s)`` over the queries.

    The error is at most this divided by ``restart_prob``, as for the other solvers, because the
    right-hand side contracts L1 distances by ``c``.
    """
    order = slice(None) if transition.order is None else transition.order
    walked = np.empty_like(scores)
    walked[order] = transition.matrix @ scores[order]
    stranded = scores[transition.strength == 0].sum(axis=0)
    target = task.restart_prob * resets + task.follow * (walked + stranded * resets)
    return float(np.abs(target - scores).sum(axis=0).max())
