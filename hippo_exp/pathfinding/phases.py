"""Phase diagrams: where Personalized PageRank stops to rank the answer first.

The argument beside them. A walk that restarts with probability ``r`` and follows an edge with
``c = 1 - r`` reaches the end of a chain of ``h`` facts from a seed of degree ``d`` for the first
time with probability ``c^h / d * (1/2)^(h-1)``, because every node between has degree 2. The answer
gets that from both seeds, a dead end from one: twice the mass, whatever ``h`` and ``d`` are. Two
shapes break it:

* A chain of the answer is lost: with a share ``m`` of facts missing both chains are whole with
  probability ``(1 - m)^(2h)``, which is one half at ``m = 1 - 2^(-1/(2h))``.
* A rival is reached from both seeds by ``k`` chains each, ``e`` facts longer: ``k (c / 2)^e`` times
  the answer's first arrivals. They are more from ``k = (2 / c)^e`` on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.instance import generate_instance, instance_rng
from hippo_exp.pathfinding.parameters import InstanceParameters
from hippo_exp.types import FloatArray, SparseArray

Solve = Callable[[SparseArray, FloatArray, float], FloatArray]
"""(adjacency, reset, restart probability) -> (n_nodes,) scores."""
TIE = 1e-9
"""Relative difference of masses below which candidates are tied."""


@dataclass(frozen=True)
class Phase:
    """One diagram.

    Attributes:
        id: for example ``missing``.
        title: of the panel.
        x, y: names of the axes.
        xs, ys: their values.
        shape: the instance at a point.
        boundary: y -> x at which the argument expects one half; None where there is none.
    """

    id: str
    title: str
    x: str
    y: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    shape: Callable[[float, float], InstanceParameters]
    boundary: Callable[[float], float] | None = None


def missing_phase(xs: Sequence[float], ys: Sequence[float]) -> Phase:
    """Share of lost facts against hops."""
    return Phase(
        "missing",
        "Facts lost",
        "share of facts lost",
        "hops from each seed",
        tuple(xs),
        tuple(ys),
        lambda x, y: InstanceParameters(hops=int(y), missing=x),
        lambda hops: 1 - 2 ** (-1 / (2 * hops)),
    )


def rival_phase(xs: Sequence[float], ys: Sequence[float], restart_prob: float) -> Phase:
    """Chains to a rival against how much longer they are; a twentieth of all facts is lost."""
    return Phase(
        "rivals",
        "A second meeting node",
        "chains from each seed to the rival",
        "facts by which they are longer",
        tuple(xs),
        tuple(ys),
        lambda x, y: InstanceParameters(
            hops=2, missing=0.05, rivals=1, rival_paths=int(x), rival_extra=int(y)
        ),
        lambda extra: (2 / (1 - restart_prob)) ** extra,
    )


def hub_phase(xs: Sequence[float], ys: Sequence[float]) -> Phase:
    """Degree of hubs against their number; a hub is joined to seeds and chains at random."""
    return Phase(
        "hubs",
        "Hubs",
        "facts of each hub",
        "hubs",
        tuple(xs),
        tuple(ys),
        lambda x, y: InstanceParameters(hops=2, hubs=int(y), hub_degree=int(x)),
    )


def first_place(
    parameters: InstanceParameters, n_instances: int, seed: int, restart_prob: float, solve: Solve
) -> FloatArray:
    """(n_instances,) 1 where the answer has most mass alone, 1/t where it shares it with t - 1.

    Args:
        parameters: the shape.
        n_instances, seed: which instances.
        restart_prob: in (0, 1].
        solve: Personalized PageRank.
    """
    values = np.zeros(n_instances)
    for index in range(n_instances):
        instance = generate_instance(parameters, instance_rng(parameters, seed, index))
        mass = solve(instance.adjacency, instance.reset, restart_prob)[instance.candidates]
        top = float(mass.max())
        tied = np.flatnonzero(mass >= top * (1 - TIE))
        if top > 0 and instance.answer_position in tied:
            values[index] = 1 / len(tied)
    return values
