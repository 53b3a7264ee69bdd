"""The parts of a passage's score on the graph: by node, by fact and by source."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hippo_exp.pipeline.explain.names import PASSAGE_RESET, Names
from hippo_exp.pipeline.explain.nodes import shares_of
from hippo_exp.pipeline.explain.search import GraphSearch
from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.reporting.explain import Part, Share
from hippo_exp.retrieval import PassageTrace, Scoring
from hippo_exp.retrieval.tracing import Inflow, fact_parts, passage_inflow
from hippo_exp.types import FloatArray


@dataclass(frozen=True)
class ScoreParts:
    """The parts of one passage's score; fields as in ``reporting.explain.PassageScore``."""

    raw: float | None = None
    low: float | None = None
    high: float | None = None
    mixture: tuple[Part, ...] = ()
    parts: tuple[Part, ...] = ()
    facts: tuple[Part, ...] = ()
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True)
class GraphScores:
    """Raw passage scores of one query on the graph, before min-max normalisation.

    Attributes:
        search: what the graph did.
        index: phrases, facts, passage matrix.
        names: of nodes and passages.
        scoring: ``phrase_mass`` for HippoRAG.
        raw: (n_passages,) of the whole corpus.
    """

    search: GraphSearch
    index: Index
    names: Names
    scoring: Scoring
    raw: FloatArray = field(repr=False)

    def of(self, passage: int, trace: PassageTrace | None = None) -> ScoreParts:
        """The parts of a passage's score.

        Args:
            passage: corpus position.
            trace: HippoRAG's explanation of it, where that is what scored it.
        """
        inflow = self._inflow(passage)
        by_node = self._by_node(passage, inflow) if trace is None else _traced(trace)
        others = self._others(passage, inflow)
        stated = [
            Part("fact", " – ".join(self.index.facts.facts[part.fact]), part.amount)
            for part in fact_parts(
                passage, {node: part.amount for node, part in by_node.items()}, self.index.facts
            )
        ]
        nodes = sorted(by_node.values(), key=lambda part: -part.amount)
        return ScoreParts(
            raw=float(self.raw[passage]),
            low=float(self.raw.min()),
            high=float(self.raw.max()),
            parts=tuple(part for part in (*nodes, *others) if part.amount),
            facts=tuple(part for part in (*stated, *others) if part.amount),
            shares=self._shares(passage),
        )

    def _inflow(self, passage: int) -> Inflow | None:
        """What flows into the passage; None where its mass does not count or is no PageRank."""
        search = self.search
        if self.scoring == "phrase_mass" or search.restart_prob is None:
            return None
        return passage_inflow(
            search.n_phrases + passage,
            search.adjacency,
            search.mass,
            search.restart.sum(axis=1),
            restart_prob=search.restart_prob,
        )

    def _by_node(self, passage: int, inflow: Inflow | None) -> dict[int, Part]:
        """What each phrase of a passage adds: by its facts, by the edge to the passage, or both."""
        matrix = self.index.graph.passage_nodes
        row = slice(matrix.indptr[passage], matrix.indptr[passage + 1])
        entries = zip(matrix.indices[row].tolist(), matrix.data[row].tolist(), strict=True)
        found = {}
        for node, count in entries:
            amount = 0.0 if inflow is None else inflow.neighbors.get(node, 0.0)
            if self.scoring != "passage_mass":
                amount += count * float(self.search.mass[node])
            found[node] = Part("node", self.names.node(node), amount)
        return found

    def _others(self, passage: int, inflow: Inflow | None) -> list[Part]:
        """What no phrase adds: the restart at the passage itself, or its mass undivided."""
        if self.scoring == "phrase_mass":
            return []
        if inflow is not None:
            return [Part("restart", PASSAGE_RESET, inflow.restart)]
        own = float(self.search.mass[self.search.n_phrases + passage])
        return [Part("mass", "mass of the passage", own)]

    def _shares(self, passage: int) -> tuple[Share, ...]:
        search = self.search
        if search.parts is None:
            return ()
        phrases = search.parts[: search.n_phrases]
        matrix = self.index.graph.passage_nodes[[passage]]
        amounts = np.zeros(search.parts.shape[1])
        if self.scoring != "passage_mass":
            amounts += (matrix @ phrases)[0]
        if self.scoring != "phrase_mass":
            amounts += search.parts[search.n_phrases + passage]
        return shares_of(amounts, search, self.names)


def _traced(trace: PassageTrace) -> dict[int, Part]:
    return {
        part.position: Part("node", part.node, part.amount, part.count, part.node_score)
        for part in trace.contributions
    }
