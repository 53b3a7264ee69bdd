r"""When a solver may stop, and what that says about the error of a score.

Write ``W`` for the row-stochastic matrix of steps, ``c = 1 - restart_prob`` and ``s`` for a reset
vector of sum 1. Personalized PageRank solves ``p = r s + c (W^T p + m s)``, where ``m`` is the
probability on dangling nodes (nodes without an outgoing edge). It is proportional to the solution
of ``x = s + c W^T x``, because ``p = (r + c m) x``: so every solver here works on ``x`` and divides
by its sum at the end, and the dangling nodes need no care of their own.

No column of ``W^T`` sums to more than 1, hence the errors of ``x`` add up to at most
``|residual|_1 / (1 - c)``. The normalised error sums to zero, so that its largest entry is at most
half of its L1 norm, and

    max |p - p*|  <=  |residual|_1 / (restart_prob * sum(x)).

Each solver therefore stops once ``|residual|_1 / sum(x) <= tol * restart_prob``; that holds for any
weights, symmetric or not. Scores that fell below zero are lifted to zero, which brings them closer
to the truth. Rounding is not part of the bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr.results import Precision


@dataclass(frozen=True, slots=True)
class Task:
    """One block of queries and the accuracy asked for.

    Attributes:
        reset: (n_nodes, width) CSC float64 in the caller's numbering, columns of sum 1.
        restart_prob: in (0, 1].
        tol: largest error of any score.
        dtype: arithmetic to use.
    """

    reset: sparse.csc_array
    restart_prob: float
    tol: float
    dtype: Precision

    @property
    def width(self) -> int:
        """Number of queries."""
        return int(self.reset.shape[1])

    @property
    def follow(self) -> float:
        """The probability of following an edge, ``1 - restart_prob``."""
        return 1.0 - self.restart_prob

    @property
    def goal(self) -> float:
        """The residual, relative to the mass of the solution, at which a solver stops."""
        return self.tol * self.restart_prob

    @property
    def limit(self) -> int:
        """Steps after which a solver gives up: twice what plain power iteration may need."""
        return 100 + 2 * steps_to(self.goal, self.follow)


def chebyshev_rate(follow: float) -> float:
    """Factor per step of the best polynomial method: ``(1 - sqrt(1 - c^2)) / c``."""
    return follow / (1.0 + math.sqrt(1.0 - follow**2))


def steps_to(goal: float, rate: float) -> int:
    """Steps in which an error of 1 shrinks to ``goal`` at ``rate`` a step."""
    return 0 if rate == 0 else math.ceil(math.log(goal) / math.log(rate))


def relative(amounts: Any, mass: Any) -> float:
    """Largest amount divided by its mass; infinite where a mass is not positive yet.

    Args:
        amounts: (width,) or scalar, not negative.
        mass: the same shape, sums of the scores.
    """
    ratios = np.full(np.shape(mass), np.inf)
    return float(np.divide(amounts, mass, out=ratios, where=np.greater(mass, 0)).max())


def not_reached(solver: str, task: Task, residual: float) -> GraphError:
    """The error of a solver that used up its steps, as happens below the rounding level."""
    return GraphError(
        f"the solver {solver!r} did not reach tol {task.tol:g} in {task.limit} steps; "
        f"its bound on the error stayed at {residual / task.restart_prob:.3g}",
        where=f"restart_prob {task.restart_prob:g}, {task.dtype}",
        fix="raise tol" + (" or set dtype='float64'" if task.dtype == "float32" else ""),
    )
