"""One query by over-relaxed Gauss–Seidel sweeps on symmetric weights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hippo_exp.graph.ppr.compiled import load_kernels, row_starts, unsigned
from hippo_exp.graph.ppr.mass import Strengths
from hippo_exp.graph.ppr.stopping import Task, not_reached
from hippo_exp.types import FloatArray, SparseArray

WARM_SHARE = 0.05
"""Share of the nodes near the seeds that is swept before all nodes are."""


@dataclass(frozen=True, eq=False)
class SymmetricWeights:
    """The weights of a symmetric graph as the sweeps read them, in the solvers' numbering.

    Attributes:
        starts, indices: CSR arrays, unsigned.
        weights: (nnz,) float32 where weights differ and it holds each exactly, else float64.
        equal: the weight that all edges have; None where they differ.
        strength: (n_nodes,) float64 sums of a node's weights.
        inverse: (n_nodes,) float64 1 / strength; 0 for a node without edges.
    """

    starts: NDArray[Any]
    indices: NDArray[Any]
    weights: NDArray[Any]
    equal: float | None
    strength: FloatArray
    inverse: FloatArray


def symmetric_weights(adjacency: SparseArray, strength: FloatArray) -> SymmetricWeights:
    """The arrays of a symmetric graph.

    Args:
        adjacency: (n_nodes, n_nodes) CSR float64, weights > 0, in the solvers' numbering.
        strength: (n_nodes,) its row sums.
    """
    data = adjacency.data
    equal = float(data[0]) if len(data) and np.all(data == data[0]) else None
    weights: NDArray[Any] = data
    if equal is None and data.max(initial=0.0) <= np.finfo(np.float32).max:
        narrow = data.astype(np.float32)
        weights = narrow if np.array_equal(narrow, data) else data
    edges = strength > 0
    return SymmetricWeights(
        row_starts(adjacency.indptr),
        unsigned(adjacency.indices),
        weights,
        equal,
        strength,
        np.divide(1.0, strength, out=np.zeros_like(strength), where=edges),
    )


def solve_one(
    graph: SymmetricWeights, strengths: Strengths, task: Task, seeds: NDArray[Any], query: int
) -> tuple[NDArray[Any], int, float]:
    """(n_nodes,) solution of one query, sweeps and residual.

    Args:
        graph: the weights.
        strengths: the same graph's strengths and components.
        task: the accuracy asked for.
        seeds: (n_seeds,) rows with a restart weight.
        query: column of ``task.reset``.

    Raises:
        GraphError: the tolerance lies below the rounding level.
    """
    load_kernels()
    entries = slice(task.reset.indptr[query], task.reset.indptr[query + 1])
    reset = np.zeros(len(graph.strength))
    reset[seeds] = task.reset.data[entries]
    alone = seeds[graph.inverse[seeds] == 0]
    kept = reset[alone]
    reset[alone] = 0.0
    scaled = np.zeros_like(reset)
    omega = 2.0 / (1.0 + math.sqrt(1.0 - task.follow**2))
    _warm_up(graph, task, reset, omega, scaled, seeds)
    factor = task.follow + 1.0 - 1.0 / omega
    residual = math.inf
    for sweep in range(1, task.limit + 1):
        change, peak, mass = _sweep(graph, task, reset, omega, scaled)
        mass += float(kept.sum())
        if mass <= 0:
            continue
        residual = factor * change / mass
        left = strengths.largest * factor * peak / mass
        if min(residual, left) > task.goal:
            continue
        scores = scaled * graph.strength
        reset[alone], scores[alone] = kept, kept
        if residual > task.goal:
            residual = min(residual, restored(strengths, task, reset, scores, left))
            reset[alone] = 0.0
        if residual <= task.goal:
            return np.maximum(scores, 0, out=scores), sweep, residual
    raise not_reached("gauss_seidel", task, residual)


def _warm_up(
    graph: SymmetricWeights,
    task: Task,
    reset: FloatArray,
    omega: float,
    scaled: FloatArray,
    seeds: NDArray[Any],
) -> None:
    from hippo_exp.graph.ppr.symmetric_kernels import warm_up

    limit = int(WARM_SHARE * len(scaled))
    if len(seeds) > limit:
        return
    nodes, seen = np.empty(len(scaled), np.int64), np.zeros(len(scaled), np.uint8)
    nodes[: len(seeds)], seen[seeds] = seeds, 1
    arrays = graph.starts, graph.indices, graph.weights
    steps = task.follow, omega
    warm_up(*arrays, reset, *steps, scaled, graph.inverse, nodes, len(seeds), seen, limit)


def _sweep(
    graph: SymmetricWeights,
    task: Task,
    reset: FloatArray,
    omega: float,
    scaled: FloatArray,
) -> tuple[float, float, float]:
    from hippo_exp.graph.ppr.symmetric_kernels import sweep_equal, sweep_weighted

    last = omega, scaled, graph.strength, graph.inverse
    found: tuple[float, float, float]
    if graph.equal is not None:
        follow = task.follow * graph.equal
        found = sweep_equal(graph.starts, graph.indices, reset, follow, *last)
    else:
        arrays = graph.starts, graph.indices, graph.weights
        found = sweep_weighted(*arrays, reset, task.follow, *last)
    return found


def restored(
    strengths: Strengths, task: Task, reset: FloatArray, scores: FloatArray, left: float
) -> float:
    """Restore the mass of the scores where that suffices; return the residual that is left.

    Args:
        strengths: of the graph.
        task: the accuracy asked for.
        reset: (n_nodes,) restart weights of sum 1.
        scores: (n_nodes,) changed in place if the goal is then reached.
        left: bound on the largest residual beside the missing mass, relative to the mass.
    """
    missing = strengths.missing(reset, scores, task.follow)
    mass = float(scores.sum(dtype=np.float64)) + float(missing.sum())
    residual = left + task.restart_prob * float((np.abs(missing) * strengths.shares).max()) / mass
    if residual <= task.goal:
        strengths.restore(scores, missing)
    return residual
