r"""Gauss–Seidel sweeps, over-relaxed where the weights are symmetric; compiled.

A sweep visits the nodes in turn and moves each score by ``omega`` times its residual. Two facts
carry the method:

* Symmetric weights ``A`` with strengths ``D``: the system is similar to
  ``I - c D^{-1/2} A D^{-1/2}``, symmetric and positive definite, so that any ``0 < omega < 2``
  converges (Ostrowski and Reich); ``omega = 2 / (1 + sqrt(1 - c^2))`` is Young's choice for the
  spectrum [-c, c]. A self loop only weakens the relaxation of its own row.
* Other weights: ``I - c W^T`` is an M-matrix, where plain Gauss–Seidel (``omega = 1``) converges,
  but over-relaxation need not.

Each residual after a sweep is made of the changes of that sweep: a change reaches later rows with a
factor of at most ``c`` in total and leaves ``1 - 1 / omega`` behind in its own row. So
``|residual|_1 <= (c + 1 - 1 / omega) |changes|_1``, which costs no extra pass over the graph. The
same holds for the largest residual and change in relation to the strengths, which is what
:mod:`~hippo_exp.graph.ppr.mass` needs to end several sweeps earlier.

A single query on symmetric weights is solved in :mod:`~hippo_exp.graph.ppr.symmetric`: it begins
with sweeps over the neighbourhood of its seeds alone, and reads the graph in fewer bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.graph.ppr import symmetric
from hippo_exp.graph.ppr.compiled import load_kernels, row_starts, unsigned
from hippo_exp.graph.ppr.results import Solution
from hippo_exp.graph.ppr.stopping import Task, chebyshev_rate, not_reached, relative, steps_to
from hippo_exp.graph.ppr.transition import Transition
from hippo_exp.types import FloatArray, SparseArray

NARROW = 4
"""Blocks up to this width are solved a query at a time, which is faster."""


def solve(transition: Transition, task: Task) -> Solution:
    """Sweep until the residual permits it.

    Raises:
        MissingExtraError: numba is not installed.
        GraphError: the tolerance lies below the rounding level.
    """
    kernels = load_kernels()
    if task.width > NARROW:
        return _solve_block(kernels, transition, task)
    parts = [_solve_one(kernels, transition, task, query) for query in range(task.width)]
    columns = [values for values, _, _ in parts]
    return Solution(
        columns[0][:, np.newaxis] if len(columns) == 1 else np.stack(columns, axis=1),
        transition.order,
        max(sweeps for _, sweeps, _ in parts),
        max(residual for _, _, residual in parts),
    )


def project(projection: SparseArray, values: NDArray[Any]) -> FloatArray:
    """(n_rows, width) float64 product, without a float64 copy of float32 values."""
    product = np.empty((projection.shape[0], values.shape[1]))
    arrays = _long(projection.indptr), unsigned(projection.indices), projection.data
    load_kernels().project(*arrays, values, product)
    return product


def _relaxation(transition: Transition, task: Task) -> tuple[float, float]:
    """Over-relaxation, and the factor from changes to residuals."""
    omega = 2.0 / (1.0 + math.sqrt(1.0 - task.follow**2)) if transition.symmetric else 1.0
    return omega, task.follow + 1.0 - 1.0 / omega


def _solve_one(
    kernels: ModuleType, transition: Transition, task: Task, query: int
) -> tuple[NDArray[Any], int, float]:
    """(n_nodes,) solution of one query, sweeps and residual."""
    entries = slice(task.reset.indptr[query], task.reset.indptr[query + 1])
    seeds = transition.rows(task.reset.indices[entries])
    if transition.symmetric:
        graph, strengths = transition.symmetric_weights, transition.strengths
        return symmetric.solve_one(graph, strengths, task, seeds, query)
    real = np.dtype(task.dtype).type
    _, factor = _relaxation(transition, task)
    reset = np.zeros(transition.n_nodes, dtype=task.dtype)
    reset[seeds] = task.reset.data[entries]
    arrays = _kernel_arrays(transition, task, row_starts)
    scores = np.zeros_like(reset)
    residual = math.inf
    for sweep in range(1, task.limit + 1):
        change, mass = kernels.sweep_one(*arrays, reset, real(task.follow), scores)
        residual = factor * change / mass if mass > 0 else math.inf
        if residual <= task.goal:
            return np.maximum(scores, 0, out=scores), sweep, residual
    raise not_reached("gauss_seidel", task, residual)


def _solve_block(kernels: ModuleType, transition: Transition, task: Task) -> Solution:
    """All queries in one block.

    Over-relaxation gains at best ``omega - 1`` a sweep, the square of the Chebyshev factor; the
    sweeps that are needed even then go unmeasured.
    """
    real = np.dtype(task.dtype).type
    omega, factor = _relaxation(transition, task)
    scores = np.zeros(task.reset.shape, dtype=task.dtype)
    arguments = (
        *_kernel_arrays(transition, task, _long),
        _seed_arrays(transition, task),
        real(task.follow),
        real(omega),
        scores,
        np.zeros(task.width, dtype=task.dtype),
    )
    unmeasured = steps_to(task.goal, chebyshev_rate(task.follow) ** 2) - 1
    for _ in range(unmeasured):
        kernels.sweep_block(*arguments)
    change, mass = np.zeros(task.width), np.zeros(task.width)
    residual = math.inf
    for sweep in range(max(unmeasured, 0) + 1, task.limit + 1):
        kernels.measured_sweep_block(*arguments, change, mass)
        residual = factor * relative(change, mass)
        if residual <= task.goal:
            np.maximum(scores, 0, out=scores)
            return Solution(scores, transition.order, sweep, residual)
    raise not_reached("gauss_seidel", task, residual)


def _kernel_arrays(
    transition: Transition, task: Task, starts: Callable[[NDArray[Any]], NDArray[Any]]
) -> tuple[NDArray[Any], ...]:
    """The graph as the kernels take it; ``starts`` makes the row starts of their type."""
    matrix = transition.matrix
    return starts(matrix.indptr), unsigned(matrix.indices), transition.weights(task.dtype)


def _seed_arrays(transition: Transition, task: Task) -> tuple[NDArray[Any], ...]:
    """The reset block as CSR in the solvers' numbering."""
    entries = task.reset.tocoo()
    places = (transition.rows(entries.row), entries.col)
    seeds = sparse.csr_array((entries.data, places), shape=task.reset.shape)
    return _long(seeds.indptr), _long(seeds.indices), seeds.data.astype(task.dtype)


def _long(array: NDArray[Any]) -> NDArray[np.int64]:
    return array.astype(np.int64, copy=False)
