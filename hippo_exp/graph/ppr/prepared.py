"""A graph made ready once for any number of queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph.ppr.auto import RELABELLED_SOLVERS, SolverName, choose
from hippo_exp.graph.ppr.blocks import block_width
from hippo_exp.graph.ppr.checks import check_indices, check_options, checked_adjacency, is_sparse
from hippo_exp.graph.ppr.resets import checked_reset, normalised, shape_of
from hippo_exp.graph.ppr.results import Precision, SolvedBlock, SolveReport
from hippo_exp.graph.ppr.run import Run
from hippo_exp.graph.ppr.stopping import Task
from hippo_exp.graph.ppr.transition import Transition, build_transition
from hippo_exp.types import FloatArray, SparseArray


@dataclass(frozen=True, eq=False)
class PreparedGraph:
    """A checked, normalised and relabelled graph; make one with :func:`prepare`.

    Attributes:
        transition: the arrays that the solvers read. The graph must not be changed any more.
    """

    transition: Transition

    def solve(
        self,
        reset: Any,
        *,
        restart_prob: float = 0.5,
        tol: float = 1e-10,
        solver: SolverName = "auto",
        dtype: Precision = "float64",
        threads: int = 1,
    ) -> tuple[FloatArray, SolveReport]:
        """Personalized PageRank of every reset column; see :func:`personalized_pagerank`.

        Args:
            reset: (n_nodes,) or (n_nodes, n_queries) weights >= 0, each column with a positive
                one; a sparse (n_nodes, n_queries) array saves memory.
            restart_prob: probability of restarting at each step, in (0, 1].
            tol: largest error of any score; at least 1e-6 with float32.
            solver: one of ``auto power chebyshev gauss_seidel push networkx igraph``.
            dtype: arithmetic inside; ``float32`` is for rankings only, twice as fast in blocks.
            threads: worker threads over blocks of queries; results do not depend on it.

        Returns:
            float64 scores of the shape of ``reset``, each column summing to 1, and the report.

        Raises:
            GraphError: an argument out of range, or a tolerance below the rounding level.
            MissingExtraError: a solver that needs a package which is not installed.
        """
        run = self._run(reset, restart_prob, tol, solver, dtype, threads)
        shape = shape_of(reset)
        scores: FloatArray = np.empty(run.task.reset.shape)
        report = run.report(iterations=0, residual=0.0, width=run.width)
        for block in run.blocks():
            if block.values.shape == scores.shape:
                scores = block.values
            else:
                scores[:, block.columns] = block.values
            report = replace(
                report,
                iterations=max(report.iterations, block.report.iterations),
                residual=max(report.residual, block.report.residual),
            )
        return scores.reshape(shape), report

    def iter_solve(
        self,
        reset: Any,
        *,
        restart_prob: float = 0.5,
        tol: float = 1e-10,
        solver: SolverName = "auto",
        dtype: Precision = "float64",
        threads: int = 1,
        projection: SparseArray | None = None,
    ) -> Iterator[SolvedBlock]:
        """The same, block by block in the order of the columns, never all node scores at once.

        Args:
            reset, restart_prob, tol, solver, dtype, threads: as in :meth:`solve`.
            projection: (n_rows, n_nodes) sparse matrix; blocks then hold ``projection @ scores``,
                for example passage scores, and node scores are not even written out.

        Raises:
            GraphError, MissingExtraError: as in :meth:`solve`, faults of arguments at once.
        """
        run = self._run(reset, restart_prob, tol, solver, dtype, threads)
        if projection is not None:
            run = replace(run, projection=self._aligned(projection, run.solver))
        return run.blocks()

    def _run(
        self,
        reset: Any,
        restart_prob: float,
        tol: float,
        solver: str,
        dtype: Precision,
        threads: int,
    ) -> Run:
        """Check the arguments and plan the blocks."""
        check_options(restart_prob, tol, dtype, threads)
        columns = normalised(checked_reset(reset, self.transition.n_nodes))
        n_queries = int(columns.shape[1])
        name = choose(solver, self.transition, n_queries=n_queries, dtype=dtype)
        width = block_width(name, self.transition.n_nodes, np.dtype(dtype).itemsize, n_queries)
        return Run(
            transition=self.transition,
            task=Task(columns, float(restart_prob), float(tol), dtype),
            solver=name,
            width=width,
            threads=max(1, min(threads, -(-n_queries // width))),
        )

    def _aligned(self, projection: SparseArray, solver: str) -> SparseArray:
        """The projection with its columns in the numbering that the solver answers in."""
        n_nodes = self.transition.n_nodes
        if not is_sparse(projection) or projection.ndim != 2 or projection.shape[1] != n_nodes:
            raise GraphError(
                f"the projection is no sparse array with {n_nodes} columns, one for each node",
                fix="take it from the same index as the graph",
            )
        check_indices(projection, "the projection")
        matrix = sparse.csr_array(projection)
        columns = matrix.indices
        if solver in RELABELLED_SOLVERS:
            columns = self.transition.rows(columns)
        parts = (matrix.data.astype(np.float64, copy=False), columns, matrix.indptr)
        return sparse.csr_array(parts, shape=matrix.shape)


def prepare(adjacency: Any) -> PreparedGraph:
    """Check a graph, normalise it, and relabel it where that pays.

    Args:
        adjacency: (n_nodes, n_nodes) scipy sparse weights >= 0; entry (i, j) is the weight of the
            step i -> j. It may be asymmetric and have self loops; stored zeros are no edges. A
            canonical float64 CSR array is shared, not copied.

    Raises:
        GraphError: not sparse, not square, no nodes, index arrays that point outside, a weight that
            is negative or not finite, or weights of a node that sum to infinity.
    """
    return PreparedGraph(build_transition(checked_adjacency(adjacency)))
