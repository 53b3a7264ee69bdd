"""What the graph does for one query: restart weights by source, mass, likeliest walks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hippo_exp.config.schema import PPRSettings, RetrievalSettings
from hippo_exp.pipeline.retrievers.searched import Searched
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.retrieval.tracing import Walks, best_walks, mass_by_source
from hippo_exp.types import FloatArray, SparseArray

_FOLLOW = 0.5
"""Follows an edge where the expansion is no random walk, so that ways are the short ones."""


@dataclass(frozen=True)
class GraphSearch:
    """One query on the graph, with n nodes: phrases, and after them passages where they are nodes.

    Attributes:
        adjacency: (n, n) that was searched.
        n_phrases: number of phrases.
        seeds: (n_seeds,) the phrases that restart, ascending.
        restart: (n, n_sources) restart weights: a column for each seed, then one for the passage
            reset where there is one.
        mass: (n,) scores after expansion.
        parts: (n, n_sources) the same by source; None where the expansion is not linear.
        walks: from each seed.
        restart_prob: None where the expansion is no PageRank.
    """

    adjacency: SparseArray
    n_phrases: int
    seeds: tuple[int, ...]
    restart: FloatArray
    mass: FloatArray
    parts: FloatArray | None
    walks: Walks
    restart_prob: float | None

    @property
    def has_passages(self) -> bool:
        """Whether passages are nodes."""
        return len(self.mass) > self.n_phrases

    def carried(self, seed: int, node: int) -> float:
        """Mass that the likeliest walk from a seed (by its place) brings to a node.

        With s the restart weights, it is ``s_seed p / sum(z)``, where z is PageRank before it is
        divided by its sum: every node with an edge sends out ``s / r`` in all, one without ``s``.
        Where the expansion is no PageRank, only the order of these values means something.
        """
        probability = float(self.walks.probability[seed, node])
        return float(self.restart[self.seeds[seed], seed]) * probability / self._sent

    @cached_property
    def strength(self) -> FloatArray:
        """(n,) total weight of each node's edges."""
        strength: FloatArray = self.adjacency @ np.ones(self.adjacency.shape[0])
        return strength

    @cached_property
    def _sent(self) -> float:
        weights = self.restart.sum(axis=1)
        joined = np.diff(self.adjacency.indptr) > 0
        return float(np.where(joined, weights / (self.restart_prob or 1.0), weights).sum())


def search_graph(
    bench: Workbench,
    settings: RetrievalSettings,
    graph: Searched,
    weights: Mapping[int, float],
    *,
    method: str,
    n_phrases: int,
    reset: FloatArray | None = None,
) -> GraphSearch | None:
    """Expand the restart weights of a query; None where there are none.

    Args:
        bench: makes the expansion.
        settings: resolved.
        graph: what the method searches.
        weights: restart weight of each seed phrase.
        method: for the record of solves.
        n_phrases: number of phrases among the nodes.
        reset: (n_passages,) restart weights of the passages, where they are nodes.

    Raises:
        GraphError: as the expansion raises it.
    """
    seeds = tuple(sorted(weights))
    with_reset = reset is not None and bool(reset.any())
    if not seeds and not with_reset:
        return None
    n_nodes = graph.adjacency.shape[0]
    restart = np.zeros((n_nodes, len(seeds) + with_reset))
    for place, node in enumerate(seeds):
        restart[node, place] = weights[node]
    if reset is not None and with_reset:
        restart[n_phrases:, -1] = reset
    expand = bench.expansion(settings, graph, method)
    mass, parts = mass_by_source(expand, graph.adjacency, restart)
    options = settings.expansion
    restart_prob = options.restart_prob if isinstance(options, PPRSettings) else None
    follow = _FOLLOW if restart_prob is None else 1 - restart_prob
    walks = best_walks(graph.adjacency, seeds, follow=follow)
    return GraphSearch(graph.adjacency, n_phrases, seeds, restart, mass, parts, walks, restart_prob)
