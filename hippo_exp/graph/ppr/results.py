"""What a solver returns, and how its columns become scores of nodes or of passages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hippo_exp.types import FloatArray, IntArray

Precision: TypeAlias = Literal["float64", "float32"]
"""Arithmetic of a solver; ``float32`` serves rankings only."""


@dataclass(frozen=True, slots=True)
class SolveReport:
    """How a solution was obtained.

    Attributes:
        solver: the solver that ran, never ``auto``.
        iterations: sweeps, matrix products or push rounds; the largest number of any block;
            0 where an outside library does not tell.
        residual: sum of the absolute residuals of the linear system divided by the mass of its
            solution, the largest of any query. No score is off by more than
            ``residual / restart_prob`` (see :mod:`hippo_exp.graph.ppr.stopping`).
        dtype: arithmetic used inside; scores are float64 in any case.
        relabelled: whether the solver worked on the relabelled copy of the graph.
        block_width: queries solved together.
        threads: worker threads used.
    """

    solver: str
    iterations: int
    residual: float
    dtype: Precision
    relabelled: bool
    block_width: int
    threads: int


@dataclass(frozen=True, slots=True)
class SolvedBlock:
    """Scores of consecutive queries.

    Attributes:
        columns: which columns of the reset matrix they answer.
        values: (n_nodes, width) float64 node scores whose columns sum to 1, or
            (n_rows, width) ``projection @ node scores``.
        report: how this block was solved.
    """

    columns: slice
    values: FloatArray
    report: SolveReport


@dataclass(frozen=True, slots=True)
class Solution:
    """A solver's raw answer, before normalisation.

    Attributes:
        values: (n_nodes, width) float64 or float32, not negative, C order; row i belongs to node
            ``order[i]``.
        order: (n_nodes,) int64, or None for the caller's own numbering.
        iterations: see :class:`SolveReport`.
        residual: see :class:`SolveReport`.
    """

    values: NDArray[Any]
    order: IntArray | None
    iterations: int
    residual: float

    @property
    def mass(self) -> FloatArray:
        """(width,) float64 sums of the columns."""
        mass: FloatArray = self.values.sum(axis=0, dtype=np.float64)
        return mass

    def scores(self) -> FloatArray:
        """(n_nodes, width) float64 in the caller's numbering, each column summing to 1.

        May reuse the memory of ``values``.
        """
        if self.order is None:
            scores = self.values.astype(np.float64, copy=False)
        else:
            scores = np.empty(self.values.shape, dtype=np.float64)
            scores[self.order] = self.values
        scores /= self.mass
        return scores
