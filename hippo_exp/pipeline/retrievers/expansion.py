"""From restart weights to node scores, as the settings say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

from hippo_exp.config.schema import (
    ExpansionSettings,
    PPRSettings,
    QueryNodesSettings,
)
from hippo_exp.graph import query_nodes, query_nodes_and_neighbors, solve_float32
from hippo_exp.pipeline.retrievers.searched import Searched
from hippo_exp.reporting import Stopwatch
from hippo_exp.retrieval import Expand
from hippo_exp.types import FloatArray, SparseArray


@dataclass(frozen=True)
class PageRank:
    """Personalized PageRank on a graph that is prepared once for all queries and rows.

    Attributes:
        graph: what is searched.
        options: restart probability, tolerance, solver, precision.
        record: is given each solve's report, for the manifest.
        watch: times the stage ``ppr``.
    """

    graph: Searched
    options: PPRSettings
    record: Callable[[dict[str, object]], None]
    watch: Stopwatch

    def __call__(self, adjacency: SparseArray, restart: FloatArray) -> FloatArray:
        """(n_nodes, n_queries) restart weights to node scores of the same shape."""
        with self.watch.stage("ppr"):
            solve = (
                partial(solve_float32, self.graph.prepared, passages=self.graph.passages)
                if self.options.precision == "float32"
                else self.graph.prepared.solve
            )
            scores, report = solve(
                reset=restart,
                restart_prob=self.options.restart_prob,
                tol=self.options.tol,
                solver=self.options.solver,
            )
        self.record(asdict(report))
        return scores


def make_expansion(
    options: ExpansionSettings,
    graph: Searched,
    record: Callable[[dict[str, object]], None],
    watch: Stopwatch,
) -> Expand:
    """The expansion that the settings name, over a graph."""
    if isinstance(options, PPRSettings):
        return PageRank(graph, options, record, watch)
    if isinstance(options, QueryNodesSettings):
        return query_nodes
    return partial(query_nodes_and_neighbors, levels=options.levels, weight=options.weight)
