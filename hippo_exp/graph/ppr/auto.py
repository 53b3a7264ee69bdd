"""The solvers by name, and which one suits a graph and its queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr import chebyshev, compiled, gauss_seidel, oracles, power, push
from hippo_exp.graph.ppr.results import Precision, Solution
from hippo_exp.graph.ppr.stopping import Task
from hippo_exp.graph.ppr.transition import Transition

SolverName: TypeAlias = Literal[
    "auto", "power", "chebyshev", "gauss_seidel", "push", "networkx", "igraph"
]

SOLVERS: Mapping[str, Callable[[Transition, Task], Solution]] = MappingProxyType(
    {
        "power": power.solve,
        "chebyshev": chebyshev.solve,
        "gauss_seidel": gauss_seidel.solve,
        "push": push.solve,
        "networkx": oracles.solve_networkx,
        "igraph": oracles.solve_igraph,
    }
)
"""Each solver turns a graph and a block of queries into unnormalised scores."""

RELABELLED_SOLVERS = ("power", "chebyshev", "gauss_seidel")
"""Solvers that work in the solvers' numbering and in either precision; the rest in neither."""

SMALL_WORK = 200_000
"""Stored edges times queries below which loading compiled code costs more than it saves."""


def choose(solver: str, transition: Transition, *, n_queries: int, dtype: Precision) -> str:
    """The solver to run: the one named, or for ``auto`` the fastest that suits.

    Compiled Gauss–Seidel, unless the work is small or numba is absent; then Chebyshev, or power
    iteration where the weights are not symmetric. All of them keep to the tolerance.

    Raises:
        GraphError: an unknown name, or float32 with a solver that has none.
    """
    if solver == "auto":
        work = transition.matrix.nnz * n_queries
        if work >= SMALL_WORK and compiled.numba_available():
            return "gauss_seidel"
        return "chebyshev" if transition.symmetric else "power"
    if solver not in SOLVERS:
        raise GraphError(
            f"there is no solver {solver!r}", fix=f"choose one of auto, {', '.join(SOLVERS)}"
        )
    if dtype == "float32" and solver not in RELABELLED_SOLVERS:
        raise GraphError(
            f"the solver {solver!r} computes in float64 only",
            fix=f"choose one of {', '.join(RELABELLED_SOLVERS)}",
        )
    return solver
