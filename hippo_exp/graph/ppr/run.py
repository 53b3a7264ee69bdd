"""The blocks of one call: each is solved, normalised, and projected where that is asked for."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hippo_exp.graph.ppr import gauss_seidel
from hippo_exp.graph.ppr.auto import RELABELLED_SOLVERS, SOLVERS
from hippo_exp.graph.ppr.blocks import in_order
from hippo_exp.graph.ppr.results import SolvedBlock, SolveReport
from hippo_exp.graph.ppr.stopping import Task
from hippo_exp.graph.ppr.transition import Transition
from hippo_exp.types import SparseArray


@dataclass(frozen=True, eq=False)
class Run:
    """What the blocks of one call share.

    Attributes:
        transition: the graph.
        task: all queries and the accuracy.
        solver: name of the solver to run.
        width: queries in a block.
        threads: worker threads.
        projection: (n_rows, n_nodes) CSR float64 in the numbering of the solver's answer, or None.
    """

    transition: Transition
    task: Task
    solver: str
    width: int
    threads: int
    projection: SparseArray | None = None

    def blocks(self) -> Iterator[SolvedBlock]:
        """Solve block after block, on worker threads where there are several."""
        self.transition.weights(self.task.dtype)  # made here, before threads would make it twice
        return in_order(self._block, range(0, self.task.width, self.width), self.threads)

    def _block(self, start: int) -> SolvedBlock:
        """Solve the queries from ``start`` on."""
        columns = slice(start, min(start + self.width, self.task.width))
        task = replace(self.task, reset=self.task.reset[:, columns])
        solution = SOLVERS[self.solver](self.transition, task)
        if self.projection is None:
            values = solution.scores()
        else:
            product = gauss_seidel.project if self.solver == "gauss_seidel" else operator.matmul
            values = product(self.projection, solution.values) / solution.mass
        report = self.report(solution.iterations, solution.residual, task.width)
        return SolvedBlock(columns, values, report)

    def report(self, iterations: int, residual: float, width: int) -> SolveReport:
        """The report of a block of this run."""
        return SolveReport(
            solver=self.solver,
            iterations=iterations,
            residual=residual,
            dtype=self.task.dtype,
            relabelled=self.solver in RELABELLED_SOLVERS and self.transition.order is not None,
            block_width=width,
            threads=self.threads,
        )
