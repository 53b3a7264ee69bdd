r"""Restoring the exact mass of a nearly solved query, for symmetric weights.

What converges last is the stationary part of the error, proportional to the strengths ``d`` in each
connected component. How much of it is missing is known: with ``e = x* - x``, ``r`` the residual and
``c = 1 - restart_prob``, the columns of ``W^T`` sum to 1 in a component ``C``, so that

    sum_C e = sum_C r / (1 - c) = sum_C s / (1 - c) - sum_C x.

Adding ``(sum_C e) d / sum_C d`` makes the mass of each component exact. And it leaves little: since
``D^{-1} W^T D`` has rows of sum 1, ``|e_i| / d_i <= max_j (|r_j| / d_j) / (1 - c)``, hence

    |e'_i|  <=  d_max max_j (|r_j| / d_j) / (1 - c)  +  max_C (|sum_C e| max_C d / sum_C d),

a bound in the maximum norm where that of the residual's sum is one for all scores together. On a
graph without bottlenecks it is reached several sweeps earlier.

A node without edges is a component of its own, whose score is its reset weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hippo_exp.graph.ppr.compiled import load_kernels, row_starts, unsigned
from hippo_exp.types import FloatArray, SparseArray


@dataclass(frozen=True, eq=False)
class Strengths:
    """Strengths and components of a symmetric graph, in the solvers' numbering.

    Attributes:
        strength: (n_nodes,) float64 total weight of a node's edges.
        labels: (n_nodes,) int32 connected component of each node.
        n_components: their number.
    """

    strength: FloatArray
    labels: NDArray[np.int32]
    n_components: int

    @cached_property
    def largest(self) -> float:
        """The greatest strength; 1 in a graph without edges."""
        return float(self.strength.max(initial=0.0)) or 1.0

    @cached_property
    def totals(self) -> FloatArray:
        """(n_components,) sums of the strengths."""
        totals = np.bincount(self.labels, self.strength, minlength=self.n_components)
        return totals.astype(np.float64, copy=False)

    @cached_property
    def shares(self) -> FloatArray:
        """(n_components,) the greatest strength of a component over its total; 0 without edges."""
        greatest = np.zeros(self.n_components)
        np.maximum.at(greatest, self.labels, self.strength)
        return np.divide(greatest, self.totals, out=greatest, where=self.totals > 0)

    def missing(self, reset: NDArray[Any], scores: NDArray[Any], follow: float) -> FloatArray:
        """(n_components,) mass that the scores lack, ``sum_C e``; 0 without edges."""
        lacking = np.zeros(self.n_components)
        load_kernels().add_by_label(self.labels, reset, scores, 1.0 / (1.0 - follow), lacking)
        lacking[self.totals == 0] = 0.0
        return lacking

    def restore(self, scores: NDArray[Any], missing: FloatArray) -> None:
        """Add the missing mass, in place."""
        unit = np.divide(missing, self.totals, out=np.zeros_like(missing), where=self.totals > 0)
        load_kernels().add_strengths(self.labels, unit, self.strength, scores)


def find_strengths(matrix: SparseArray, strength: FloatArray) -> Strengths:
    """Find the components of a symmetric pattern.

    Args:
        matrix: (n_nodes, n_nodes) CSR.
        strength: (n_nodes,) in the same numbering.

    Raises:
        MissingExtraError: numba is not installed.
    """
    labels = np.full(len(strength), -1, dtype=np.int32)
    queue = np.empty(len(strength), dtype=np.int64)
    arrays = row_starts(matrix.indptr), unsigned(matrix.indices)
    return Strengths(strength, labels, int(load_kernels().label(*arrays, labels, queue)))
