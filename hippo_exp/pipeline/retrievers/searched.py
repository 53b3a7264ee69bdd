"""A graph as it is searched: prepared once, whatever its nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from scipy import sparse

from hippo_exp.graph import PreparedGraph, passage_node_adjacency, prepare
from hippo_exp.types import KnowledgeGraph, SparseArray

EdgeWeight = Literal["one", "count"]


@dataclass(frozen=True)
class Searched:
    """A graph and how its nodes' mass becomes passage scores.

    Attributes:
        adjacency: (n_nodes, n_nodes) weights.
        passages: (n_passages, n_nodes) matrix; passage scores are its product with node scores.
    """

    adjacency: SparseArray
    passages: SparseArray

    @cached_property
    def prepared(self) -> PreparedGraph:
        """The graph checked, normalised and relabelled for the PageRank solvers, once."""
        return prepare(self.adjacency)


@dataclass(frozen=True)
class PassageGraphs:
    """A knowledge graph with its passages as nodes, by the weight of their edges, each once.

    Attributes:
        graph: of the phrases.
    """

    graph: KnowledgeGraph
    _made: dict[str, Searched] = field(default_factory=dict)

    def by(self, edge_weight: EdgeWeight) -> Searched:
        """The graph whose passages have edges of this weight; they come after the phrases."""
        if edge_weight not in self._made:
            adjacency = passage_node_adjacency(self.graph, edge_weight=edge_weight)
            n_passages, n_phrases = self.graph.passage_nodes.shape
            none = sparse.csr_array((n_passages, n_phrases))
            own = sparse.hstack([none, sparse.eye_array(n_passages)], format="csr")
            self._made[edge_weight] = Searched(adjacency, own)
        return self._made[edge_weight]
