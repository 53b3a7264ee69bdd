"""Forward push: visits only nodes near the seeds; compiled, symmetric or not.

Each push settles the residual of one node and hands its share on to the neighbours, so that
``solution = settled + (I - c W^T)^{-1} residual`` holds throughout. Nodes whose residual exceeds a
threshold per edge are pushed; the threshold falls until the sum of all residuals permits a stop.
Its time hardly depends on the size of the graph when ``tol`` is loose, and is far above that of the
other solvers when it is tight.

Andersen, Chung and Lang, Local graph partitioning using PageRank vectors, FOCS 2006.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from hippo_exp.graph.ppr.compiled import load_kernels
from hippo_exp.graph.ppr.results import Solution
from hippo_exp.graph.ppr.stopping import Task, not_reached
from hippo_exp.graph.ppr.transition import Transition
from hippo_exp.types import FloatArray

FIRST_THRESHOLD = 1e-2
"""Residual per outgoing edge above which a node is pushed in the first round."""

SHRINK = 0.2
"""Factor on the threshold from round to round."""


def solve(transition: Transition, task: Task) -> Solution:
    """Push until the residual permits a stop; ``iterations`` counts the rounds.

    Raises:
        MissingExtraError: numba is not installed.
    """
    kernels = load_kernels()
    parts = [_solve_one(kernels, transition, task, query) for query in range(task.width)]
    return Solution(
        np.stack([values for values, _, _ in parts], axis=1),
        None,
        max(rounds for _, rounds, _ in parts),
        max(residual for _, _, residual in parts),
    )


def _solve_one(
    kernels: ModuleType, transition: Transition, task: Task, query: int
) -> tuple[FloatArray, int, float]:
    """(n_nodes,) solution of one query in the caller's numbering, rounds and residual."""
    graph = transition.adjacency
    n_nodes = transition.n_nodes
    entries = slice(task.reset.indptr[query], task.reset.indptr[query + 1])
    seeds = task.reset.indices[entries]
    settled, residuals = np.zeros(n_nodes), np.zeros(n_nodes)
    residuals[seeds] = task.reset.data[entries]
    touched, queue = np.empty(n_nodes, dtype=np.int64), np.empty(n_nodes, dtype=np.int64)
    marks = np.zeros(n_nodes, dtype=np.uint8)
    touched[: len(seeds)] = seeds
    marks[seeds] = kernels.TOUCHED
    n_touched = len(seeds)
    threshold, residual = FIRST_THRESHOLD, np.inf
    for round_ in range(1, task.limit + 1):
        n_touched = kernels.push_round(
            *(graph.indptr, graph.indices, graph.data, transition.strength),
            *(task.follow, threshold, settled, residuals, touched, n_touched, queue, marks),
        )
        reached = touched[:n_touched]
        mass = float((settled[reached] + residuals[reached]).sum())
        residual = task.follow * float(residuals[reached].sum()) / mass
        if residual <= task.goal:
            settled[reached] += residuals[reached]
            return settled, round_, residual
        threshold *= SHRINK
    raise not_reached("push", task, residual)
