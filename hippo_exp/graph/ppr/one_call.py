"""Personalized PageRank in one call."""

from __future__ import annotations

from typing import Any

from hippo_exp.graph.ppr.auto import SolverName
from hippo_exp.graph.ppr.checks import check_options
from hippo_exp.graph.ppr.prepared import prepare
from hippo_exp.types import FloatArray


def personalized_pagerank(
    adjacency: Any,
    reset: Any,
    *,
    restart_prob: float = 0.5,
    tol: float = 1e-10,
    solver: SolverName = "auto",
) -> FloatArray:
    """Personalized PageRank, the stationary distribution of a walk that restarts at the seeds.

    With ``r = restart_prob``, the row-stochastic matrix of steps ``W``, the normalised reset column
    ``s`` and the probability ``m`` on dangling nodes, each column solves

        ``p = r s + (1 - r) (W^T p + m s)``.

    So the mass of a dangling node goes back to the reset vector, an isolated seed keeps its mass,
    and nodes that no seed reaches score exactly 0. In the paper (section 2.3) and in igraph and
    networkx, ``1 - r`` is called the damping factor.

    Args:
        adjacency: (n_nodes, n_nodes) graph as in :func:`prepare`.
        reset: (n_nodes,) or (n_nodes, n_queries) weights >= 0 of any positive sum.
        restart_prob: probability of restarting at each step, in (0, 1]; at 1 the result is the
            normalised reset vector.
        tol: largest error of any score.
        solver: see :meth:`PreparedGraph.solve`.

    Returns:
        float64 scores of the shape of ``reset``, each column summing to 1.

    Raises:
        GraphError: an argument out of range, or a tolerance below the rounding level.
        MissingExtraError: a solver that needs a package which is not installed.

    Haveliwala, Topic-sensitive PageRank, WWW 2002; official behaviour, row 10.
    """
    check_options(restart_prob, tol, "float64", threads=1)
    scores, _ = prepare(adjacency).solve(reset, restart_prob=restart_prob, tol=tol, solver=solver)
    return scores
