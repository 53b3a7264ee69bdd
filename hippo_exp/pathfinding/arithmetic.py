"""Probability mass of answer and dead ends: step by step, stationary, and in closed form.

With reset vector r (1/S on each of S seeds), restart probability a and the column-stochastic
transition matrix W = A D^-1, the walk is

    p_0 = r,    p_t = a r + (1 - a) W p_{t-1},    stationary p = a r + (1 - a) W p.

At one hop a seed has K = distractors + 1 neighbours, so after one step a dead end holds
(1 - a) / (S K) and the answer, fed by all S seeds, (1 - a) / K. With a = 0.5, S = 2, K = 9 that is
1/36 = 0.0278 and 1/18 = 0.0556: ratio S = 2.

The ratio is S at every step from the first arrival on, in the stationary state, and for every
number of hops equal for all seeds: fold the S seeds together, and a share 1/S of the answer obeys
the equations of a dead end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding.instance import Instance
from hippo_exp.pathfinding.parameters import InstanceParameters
from hippo_exp.types import FloatArray, SparseArray

Solver: TypeAlias = Callable[[SparseArray, FloatArray, float], FloatArray]
"""(adjacency, reset, restart_prob) -> (n_nodes,) stationary mass."""


@dataclass(frozen=True, slots=True)
class CandidateMass:
    """Mass of the answer, and mean mass of the dead ends."""

    answer: float
    dead_end: float

    @property
    def ratio(self) -> float:
        """Answer over dead end; nan when the dead ends hold nothing."""
        return self.answer / self.dead_end if self.dead_end > 0 else float("nan")


@dataclass(frozen=True, slots=True)
class MassReport:
    """Mass on one instance; the formulas hold for the chains alone (see ``has_closed_form``).

    Attributes:
        first_step: number of the step at which mass first reaches the candidates, the hops.
        arrival: mass after that step (with one hop: the one-step arithmetic).
        stationary: mass of the solver's Personalized PageRank.
        arrival_formula, stationary_formula: the closed forms; None where there is none.
    """

    first_step: int
    arrival: CandidateMass
    stationary: CandidateMass
    arrival_formula: CandidateMass | None
    stationary_formula: CandidateMass | None


def mass_after_steps(instance: Instance, restart_prob: float, n_steps: int) -> FloatArray:
    """The walk's distribution: (n_steps + 1, n_nodes) float64, row t is p_t and sums to one.

    The mass of a seed without facts goes back to the reset vector.
    """
    reset = instance.reset
    degree = instance.adjacency.sum(axis=1)
    isolated = degree == 0
    inverse = np.where(isolated, 0.0, 1.0 / np.where(isolated, 1.0, degree))
    mass = [reset]
    for _ in range(n_steps):
        moved = instance.adjacency @ (mass[-1] * inverse) + reset * mass[-1][isolated].sum()
        mass.append(restart_prob * reset + (1 - restart_prob) * moved)
    return np.array(mass)


def candidate_mass(instance: Instance, node_mass: FloatArray) -> CandidateMass:
    """Mass of answer and dead ends out of (n_nodes,) node mass."""
    dead_ends = instance.candidates[instance.candidates != instance.answer]
    return CandidateMass(float(node_mass[instance.answer]), float(node_mass[dead_ends].mean()))


def mass_report(instance: Instance, restart_prob: float, solver: Solver) -> MassReport:
    """Measure arrival and stationary mass, beside their closed forms where these exist."""
    parameters = instance.parameters
    steps = max(parameters.hops_per_seed)
    closed = has_closed_form(parameters)
    return MassReport(
        first_step=steps,
        arrival=candidate_mass(instance, mass_after_steps(instance, restart_prob, steps)[-1]),
        stationary=candidate_mass(
            instance, solver(instance.adjacency, instance.reset, restart_prob)
        ),
        arrival_formula=arrival_mass(parameters, restart_prob) if closed else None,
        stationary_formula=stationary_mass(parameters, restart_prob) if closed else None,
    )


def has_closed_form(parameters: InstanceParameters) -> bool:
    """Whether the instance is chains of equal length alone: nothing added, nothing lost."""
    equal = len(dict.fromkeys(parameters.hops_per_seed)) == 1
    plain = not (parameters.extra_edges or parameters.hubs or parameters.matched_degree)
    return equal and plain and parameters.n_facts == parameters.n_facts_before_loss


def arrival_mass(parameters: InstanceParameters, restart_prob: float) -> CandidateMass:
    """Mass at step h = hops, when it first arrives: (1-a)^h / (S K 2^(h-1)) and S times that.

    Raises:
        ConfigError: no closed form for these parameters.
    """
    hops, fan = _closed_form_sizes(parameters)
    dead_end = (1 - restart_prob) ** hops / (parameters.seeds * fan * 2 ** (hops - 1))
    return CandidateMass(parameters.seeds * dead_end, dead_end)


def stationary_mass(parameters: InstanceParameters, restart_prob: float) -> CandidateMass:
    """Stationary mass: a / (S K (T_h(z) - T_{h-1}(z) / z)) with z = 1 / (1-a), and S times that.

    T_h is the Chebyshev polynomial of the first kind. Along a chain, mass over degree, q_k, obeys
    q_{k-1} + q_{k+1} = 2 z q_k with q_{h-1} = z q_h at its end, hence q_k = q_h T_{h-k}(z); the
    seed's balance K q_0 = a / S + K q_1 / z fixes q_h, the dead end's mass. With a = 0.5, S = 2,
    K = 9 the dead end holds 1/54, 1/216 and 1/810 at 1, 2 and 3 hops.

    Raises:
        ConfigError: no closed form for these parameters.
    """
    hops, fan = _closed_form_sizes(parameters)
    if restart_prob >= 1:
        return CandidateMass(0.0, 0.0)
    z = 1 / (1 - restart_prob)
    before, current = 1.0, z  # T_0, T_1
    for _ in range(hops - 1):
        before, current = current, 2 * z * current - before
    dead_end = restart_prob / (parameters.seeds * fan * (current - before / z))
    return CandidateMass(parameters.seeds * dead_end, dead_end)


def _closed_form_sizes(parameters: InstanceParameters) -> tuple[int, int]:
    if not has_closed_form(parameters):
        raise ConfigError(
            "no closed form for these parameters",
            where="pathfinding",
            fix="use equal hops, no extra edges, hubs or matched degree, and nothing missing",
        )
    return parameters.hops_per_seed[0], parameters.distractors + 1
