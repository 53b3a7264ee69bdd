"""Names of nodes, passages and edges, as a reader knows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.reporting.explain import Step
from hippo_exp.types import Dataset

PASSAGE_RESET = "passage reset"


@dataclass(frozen=True)
class Names:
    """Names of the nodes of a searched graph: phrases first, passages after them.

    Attributes:
        dataset: the corpus.
        index: the graph; None for methods without one.
    """

    dataset: Dataset
    index: Index | None = None

    @cached_property
    def _n_phrases(self) -> int:
        return 0 if self.index is None else len(self.index.facts.nodes)

    @cached_property
    def _repeated(self) -> frozenset[str]:
        """Titles that several passages have."""
        seen: dict[str, int] = {}
        for passage in self.dataset.passages:
            seen[passage.title] = seen.get(passage.title, 0) + 1
        return frozenset(title for title, times in seen.items() if times > 1)

    def passage(self, position: int) -> str:
        """The title; with the id where others have it too; the id where it is empty."""
        passage = self.dataset.passages[position]
        if passage.title and passage.title in self._repeated:
            return f"{passage.title} ({passage.id})"
        return passage.title or passage.id

    def node(self, position: int) -> str:
        """A phrase, or the name of a passage."""
        if position >= self._n_phrases or self.index is None:
            return self.passage(position - self._n_phrases)
        return self.index.facts.nodes[position] or "(the empty phrase)"

    def source(self, position: int) -> str:
        """A restart node, or the passage reset for -1."""
        return PASSAGE_RESET if position < 0 else self.node(position)

    def step(self, one: int, two: int) -> Step:
        """The edge from a node to another."""
        ends = self.node(one), self.node(two)
        if self.index is None or max(one, two) >= self._n_phrases:
            return Step(*ends, "holds", "", True, 0, 0.0, ())
        origin = self.index.origins.of(one, two)
        facts = self.index.facts
        first = origin.facts[0] if origin.facts else None
        return Step(
            *ends,
            kind=origin.kind,
            relation="" if first is None else facts.facts[first].relation,
            forward=first is None or int(facts.fact_ends[first, 0]) == one,
            n_facts=len(origin.facts),
            similarity=origin.similarity,
            passages=tuple(self.passage(passage) for passage in origin.passages),
        )
