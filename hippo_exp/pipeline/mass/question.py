"""What is known of one question: the parts of its passages' mass, its links, its recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

K = 5
"""Depth at which recall is compared."""

Outcome = Literal["won", "lost", "found", "missed"]
"""Recall@5 above HippoRAG's, below it, equal and whole, or equal and not whole."""


@dataclass(frozen=True, slots=True)
class Part:
    """Mass in percent of that of the whole graph.

    Attributes:
        entities: what the query entities send.
        reset: what the passage reset sends.
    """

    entities: float
    reset: float

    @property
    def whole(self) -> float:
        """Both."""
        return self.entities + self.reset

    @property
    def reset_share(self) -> float:
        """Percent of it that the reset sends; 0 of nothing."""
        return 100.0 * self.reset / self.whole if self.whole > 0 else 0.0


@dataclass(frozen=True, slots=True)
class GoldRank:
    """A gold passage's place in two rankings, from 1."""

    passage: int
    hipporag: int
    passage_nodes: int


@dataclass(frozen=True, slots=True)
class QuestionMass:
    """One question under one row.

    Attributes:
        qid: its id.
        hops: number of hops, None where unknown.
        linked: number of entities with a node.
        cosine: lowest cosine of a linked entity, None without one.
        facts: mean number of facts of its gold passages.
        gold_linked: percent of its gold passages that hold a linked node.
        entity_share, reset_share: percent of all mass that entities and passage reset sent out.
        gold: mean of its gold passages.
        weakest: its gold passage of the least mass.
        other: the passage of the most mass that is no gold.
        recall, hipporag, by_entities, by_reset: recall@5 in percent of the row, of HippoRAG, and
            of rankings by one part alone.
        ranks: of the gold passages.
    """

    qid: str
    hops: int | None
    linked: int
    cosine: float | None
    facts: float
    gold_linked: float
    entity_share: float
    reset_share: float
    gold: Part
    weakest: Part
    other: Part
    recall: float
    hipporag: float
    by_entities: float
    by_reset: float
    ranks: tuple[GoldRank, ...]

    @property
    def gain(self) -> float:
        """Points of recall@5 above HippoRAG."""
        return self.recall - self.hipporag

    @property
    def outcome(self) -> Outcome:
        """See :data:`Outcome`."""
        if self.gain:
            return "won" if self.gain > 0 else "lost"
        return "found" if self.recall >= 100.0 else "missed"
