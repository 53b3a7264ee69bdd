"""Power iteration, ``x <- s + c W^T x``, by scipy: right for any graph, the slowest here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hippo_exp.graph.ppr.results import Solution
from hippo_exp.graph.ppr.stopping import Task, not_reached, relative, steps_to
from hippo_exp.graph.ppr.transition import Transition


def solve(transition: Transition, task: Task) -> Solution:
    """Iterate until the residual permits it; the error shrinks by ``1 - restart_prob`` a step."""
    return iterate("power", transition, task, repeat(1.0), task.follow)


def iterate(
    solver: str, transition: Transition, task: Task, relaxations: Iterator[float], rate: float
) -> Solution:
    """The two-step iteration ``x_new = w (s + c W^T x - x_old) + x_old`` on a block of queries.

    Args:
        solver: name for the error message.
        transition: the graph.
        task: (n_nodes, width) reset columns and the accuracy.
        relaxations: the factors ``w``; 1 throughout is power iteration.
        rate: factor per step on the slowest part of the error, from which follows the first step
            whose residual is worth a look.

    Raises:
        GraphError: the tolerance lies below the rounding level.
    """
    matrix = transition.typed_matrix(task.dtype)
    seeds = task.reset.tocoo()
    rows, columns = transition.rows(seeds.row), seeds.col
    seed_weights = seeds.data.astype(task.dtype)
    previous: NDArray[Any] = np.zeros(task.reset.shape, dtype=task.dtype)
    current = previous.copy()
    current[rows, columns] = seed_weights
    first_look = steps_to(task.goal, rate) - 1
    residual = np.inf
    for step in range(1, task.limit + 1):
        following = matrix @ current
        following *= task.follow
        following[rows, columns] += seed_weights
        if step >= first_look:
            residual = task.follow * _relative_change(following, current)
            if residual <= task.goal:
                np.maximum(following, 0, out=following)
                return Solution(following, transition.order, step, residual)
        following -= previous
        following *= next(relaxations)
        following += previous
        previous, current = current, following
    raise not_reached(solver, task, residual)


def _relative_change(following: NDArray[Any], current: NDArray[Any]) -> float:
    """Largest of the columns' L1 distances, each divided by its mass."""
    difference = following - current
    change = np.abs(difference, out=difference).sum(axis=0, dtype=np.float64)
    return relative(change, following.sum(axis=0, dtype=np.float64))
