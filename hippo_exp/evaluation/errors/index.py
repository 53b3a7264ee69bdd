"""What the classifier reads of an index: passages, their nodes, texts and facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hippo_exp.types import (
    FactTable,
    IntArray,
    KnowledgeGraph,
    SparseArray,
    SynonymEdges,
    Triple,
)


@dataclass(frozen=True)
class ErrorIndex:
    """The knowledge graph beside the texts that it was made from.

    Attributes:
        graph: nodes and passage matrix (n_passages, n_nodes).
        facts: the fact table of the graph.
        synonyms: its synonymy hits; None for a graph without them. Those of a score <= 0 make no
            edge and are passed over.
        keys: (n_passages,) match key of each passage.
        contents: (n_passages,) contents of each passage.
        names: (n_passages,) further phrases of each passage that may be entities, for example its
            title and the named entities that extraction found; only evidence is looked up here.
        normalize: the phrase normaliser of the nodes.
    """

    graph: KnowledgeGraph
    facts: FactTable
    synonyms: SynonymEdges | None
    keys: Sequence[str]
    contents: Sequence[str]
    names: Sequence[Sequence[str]]
    normalize: Callable[[str], str]

    @cached_property
    def passages_of(self) -> dict[str, tuple[int, ...]]:
        """Match key -> positions of its passages, ascending."""
        found: dict[str, list[int]] = {}
        for position, key in enumerate(self.keys):
            found.setdefault(key, []).append(position)
        return {key: tuple(positions) for key, positions in found.items()}

    def held(self, passages: Sequence[int]) -> list[int]:
        """Ascending positions of the nodes that stand in a fact of one of the passages."""
        held: list[int] = np.unique(self._holds[list(passages)].indices).tolist()
        return held

    def same(self, nodes: Sequence[int]) -> list[int]:
        """Ascending positions of the nodes and of those that a synonymy edge joins to one."""
        if not nodes:
            return []
        joined: list[int] = np.union1d(nodes, self._synonymous[list(nodes)].indices).tolist()
        return joined

    def rarest(self, nodes: Sequence[int]) -> int:
        """The node that the fewest passages hold; among equals the first. At least one is given."""
        return min(nodes, key=lambda node: (int(self._n_holders[node]), node))

    def fact_with(self, passages: Sequence[int], node: int) -> Triple | None:
        """The first fact of the passages that has a node as subject or object."""
        stated = np.unique(self.facts.passage_facts[list(passages)].indices)
        with_node = (self.facts.fact_ends[stated] == node).any(axis=1)
        return self.facts.facts[int(stated[with_node][0])] if with_node.any() else None

    def text(self, passages: Sequence[int]) -> str:
        """The normalised contents of the passages, see :func:`spaced`."""
        return " ".join(spaced(self.normalize(self.contents[passage])) for passage in passages)

    def phrases(self, passages: Sequence[int]) -> list[str]:
        """The normalised names of the passages."""
        return [self.normalize(name) for passage in passages for name in self.names[passage]]

    @cached_property
    def _holds(self) -> SparseArray:
        matrix = self.graph.passage_nodes.copy()
        matrix.eliminate_zeros()
        return matrix

    @cached_property
    def _n_holders(self) -> IntArray:
        counts = np.bincount(self._holds.indices, minlength=len(self.graph.nodes))
        return counts.astype(np.int64)

    @cached_property
    def _synonymous(self) -> SparseArray:
        from scipy import sparse

        size = len(self.graph.nodes)
        if self.synonyms is None:
            return sparse.csr_array((size, size))
        real = self.synonyms.score > 0
        source, target = self.synonyms.source[real], self.synonyms.target[real]
        rows, columns = np.concatenate([source, target]), np.concatenate([target, source])
        return sparse.csr_array((np.ones(rows.size), (rows, columns)), shape=(size, size))


def spaced(text: str) -> str:
    """A normalised text or phrase with one space before, between and after its words.

    A spaced phrase stands in a spaced text exactly where its words stand there in this order.
    """
    return f" {' '.join(text.split())} "
