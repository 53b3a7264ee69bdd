"""A planned question: the facts it rests on, before it has words."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.pathfinding.corpus.search import Edge


@dataclass(frozen=True, slots=True)
class FollowingPlan:
    """A chain of facts from a named entity to the answer.

    Attributes:
        seed: the entity that the question names.
        chain: the facts, from the seed to the answer; each seen from its near end.
        common: a common entity that the question also names, by a fact about the seed; or None.
    """

    seed: int
    chain: tuple[Edge, ...]
    common: Edge | None

    @property
    def answer(self) -> int:
        """The entity at the end of the chain."""
        return self.chain[-1].far

    @property
    def facts(self) -> tuple[int, ...]:
        """The facts that the answer rests on."""
        return tuple(edge.fact for edge in self.chain)


@dataclass(frozen=True, slots=True)
class FindingPlan:
    """Legs that lead from the answer to the entities that the question names.

    Attributes:
        answer: the one entity that all seeds reach.
        legs: (seeds,) chains of facts, each from the answer to a seed; two at least.
    """

    answer: int
    legs: tuple[tuple[Edge, ...], ...]

    @property
    def seeds(self) -> tuple[int, ...]:
        """The named entities."""
        return tuple(leg[-1].far for leg in self.legs)

    @property
    def facts(self) -> tuple[int, ...]:
        """The facts that the answer rests on."""
        return tuple(edge.fact for leg in self.legs for edge in leg)
