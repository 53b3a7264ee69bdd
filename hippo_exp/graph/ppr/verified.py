"""Single precision where it provably leaves a sample of the rankings alone, else double."""

from __future__ import annotations

from typing import Any

import numpy as np

from hippo_exp.graph.ppr.auto import SolverName
from hippo_exp.graph.ppr.checks import FLOAT32_TOL
from hippo_exp.graph.ppr.prepared import PreparedGraph
from hippo_exp.graph.ppr.results import SolveReport
from hippo_exp.types import FloatArray, SparseArray

SAMPLE = 32
"""Queries solved in both precisions."""

DEPTH = 20
"""Passages of a ranking that must stay."""

TIE = 1e-9
"""Passage scores this close, relative to the best, are a tie, which either order satisfies."""


def solve_float32(
    graph: PreparedGraph,
    reset: FloatArray,
    passages: SparseArray,
    *,
    restart_prob: float = 0.5,
    tol: float = 1e-10,
    solver: SolverName = "auto",
) -> tuple[FloatArray, SolveReport]:
    """Solve in float32, verify evenly spaced queries in float64, and fall back where they differ.

    A query differs when its best :data:`DEPTH` passages do, other than by ties. One that does is
    enough for all queries to be solved again in float64; the report's ``dtype`` says which
    precision the scores have.

    Args:
        graph: from :func:`~hippo_exp.graph.ppr.prepare`.
        reset: (n_nodes, n_queries) weights >= 0, each column with a positive one.
        passages: (n_passages, n_nodes) passage matrix.
        restart_prob: probability of restarting at each step, in (0, 1].
        tol: largest error of a float64 score; float32 keeps to 1e-6 at best.
        solver: one that has both precisions.

    Returns:
        (n_nodes, n_queries) scores and how they were obtained.

    Raises:
        GraphError: as :meth:`PreparedGraph.solve` raises it.
    """
    options: dict[str, Any] = {"restart_prob": restart_prob, "solver": solver}
    scores, report = graph.solve(reset, tol=max(tol, FLOAT32_TOL), dtype="float32", **options)
    n_queries = reset.shape[1]
    sample = np.linspace(0, n_queries - 1, min(SAMPLE, n_queries)).astype(np.int64)
    exact, _ = graph.solve(reset[:, sample], tol=tol, **options)
    if same_best(passages @ scores[:, sample], passages @ exact):
        return scores, report
    return graph.solve(reset, tol=tol, **options)


def same_best(found: FloatArray, exact: FloatArray) -> bool:
    """Whether the best passages of each query are the same, ties apart.

    Args:
        found: (n_passages, n_queries) scores to judge.
        exact: (n_passages, n_queries) the true ones.
    """
    best = np.argsort(-found, axis=0, kind="stable")[:DEPTH]
    reached = np.take_along_axis(exact, best, axis=0)
    wanted = -np.sort(-exact, axis=0)[:DEPTH]
    return bool(np.all(np.abs(reached - wanted) <= TIE * np.abs(wanted).max(axis=0, initial=0.0)))
