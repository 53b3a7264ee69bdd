r"""The mass that comes from the entities and the mass that comes from the passage reset.

PageRank without its normalisation, ``z = (I - (1 - r) W^T)^{-1} s``, is linear in the restart
weights s; the answer of a solver is z divided by its sum. Where every node has an edge that sum is
``sum(s) / r`` and parts add up by the sums of their restart weights. An isolated passage returns
its mass to the restart weights, so that the sums depend on the graph. They are found from one
solve of both parts together: its answer x is ``a f + b g`` with f and g the answers to the parts
alone, and the ratio of a and b is that of the sums.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hippo_exp.errors import GraphError
from hippo_exp.types import FloatArray

LINEAR = 1e-3
"""Largest part of a mass that may be left unexplained by the two parts: a solver's tolerance."""


@dataclass(frozen=True)
class MassParts:
    """Two answers on one scale per query.

    Attributes:
        entities: (n_nodes + n_passages, n_queries) mass sent out by the seed phrases.
        reset: the same for the passage reset as it was given.
    """

    entities: FloatArray
    reset: FloatArray

    def at(self, weight: float) -> tuple[FloatArray, FloatArray]:
        """Both parts, the reset multiplied by ``weight``, with sums over nodes that add to 1.

        A column in which both are 0 stays 0.
        """
        second = weight * self.reset
        whole = self.entities.sum(axis=0) + second.sum(axis=0)
        scale = np.divide(1.0, whole, out=np.zeros_like(whole), where=whole > 0)
        return self.entities * scale, second * scale


def mass_parts(
    expand: Callable[[FloatArray], FloatArray], first: FloatArray, second: FloatArray
) -> MassParts:
    """Expand two restart matrices apart and put the answers on one scale.

    Args:
        expand: (n, n_queries) restart weights, no column of zeros, to mass.
        first, second: (n, n_queries) restart weights; columns of zeros are allowed here.

    Raises:
        GraphError: mass of both together is no combination of the parts: ``expand`` is not
            linear (a neighbourhood expansion is not).
    """
    sums = first.sum(axis=0), second.sum(axis=0)
    entities, reset = _expand_some(expand, first), _expand_some(expand, second)
    both = np.flatnonzero((sums[0] > 0) & (sums[1] > 0))
    if not both.size:
        return MassParts(entities, reset)
    one, two = sums[0][both], sums[1][both]
    together = expand(first[:, both] / one + second[:, both] / two)
    factors, missed = _combination(entities[:, both], reset[:, both], together)
    if (missed > LINEAR).any() or (factors <= 0).any():
        raise GraphError(
            "the mass is not the sum of a part from the entities and one from the passages",
            where="expansion",
            fix="use an expansion that is linear in the restart weights, such as ppr",
        )
    entities[:, both] *= factors[0] * one
    reset[:, both] *= factors[1] * two
    return MassParts(entities, reset)


def _combination(
    first: FloatArray, second: FloatArray, goal: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Least squares for each column: goal = a first + b second, by orthogonalisation.

    Returns:
        (2, n_queries) a and b, and (n_queries,) norm of what is left over that of the goal.
    """
    squares = _dot(first, first)
    across = second - _dot(second, first) / squares * first
    b = _dot(goal, across) / np.maximum(_dot(across, across), np.finfo(np.float64).tiny)
    a = _dot(goal - b * second, first) / squares
    left = goal - a * first - b * second
    return np.stack([a, b]), np.sqrt(_dot(left, left) / _dot(goal, goal))


def _dot(one: FloatArray, two: FloatArray) -> FloatArray:
    """(n_queries,) inner products of columns."""
    products: FloatArray = np.einsum("ij,ij->j", one, two)
    return products


def _expand_some(expand: Callable[[FloatArray], FloatArray], restart: FloatArray) -> FloatArray:
    """The answer to the columns that have a weight, zeros for the others."""
    mass = np.zeros_like(restart)
    some = np.flatnonzero(restart.any(axis=0))
    if some.size:
        mass[:, some] = expand(np.ascontiguousarray(restart[:, some]))
    return mass
