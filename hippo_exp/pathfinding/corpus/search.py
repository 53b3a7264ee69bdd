"""Exhaustive search over facts, and over the passages that name an entity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hippo_exp.pathfinding.corpus.facts import Facts
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.world import World
from hippo_exp.types import IntArray


class Step(NamedTuple):
    """A relation followed in one direction: forward is from subject to object."""

    relation: int
    forward: bool

    @property
    def back(self) -> Step:
        """The same relation followed the other way."""
        return Step(self.relation, not self.forward)


class Edge(NamedTuple):
    """A fact seen from one of its ends."""

    step: Step
    fact: int
    far: int


class FactSearch:
    """Answers which entities a path of relations reaches.

    Args:
        world: entities.
        facts: facts, ordered by subject.
        statements: what each passage states.
    """

    def __init__(self, world: World, facts: Facts, statements: Statements) -> None:
        n = int(world.starts[-1])
        self._facts = facts
        self._by_object = np.argsort(facts.object, kind="stable")
        self._out = np.searchsorted(facts.subject, np.arange(n + 1))
        self._in = np.searchsorted(facts.object[self._by_object], np.arange(n + 1))
        mentions = _mentions(world, facts, statements)
        self._mention_passage = mentions[:, 1]
        self._mention_bounds = np.searchsorted(mentions[:, 0], np.arange(n + 1))

    def edges(self, entity: int) -> list[Edge]:
        """Return every fact about an entity, seen from it."""
        outgoing = range(self._out[entity], self._out[entity + 1])
        incoming = self._by_object[self._in[entity] : self._in[entity + 1]].tolist()
        facts = self._facts
        return [
            Edge(Step(int(facts.relation[f]), forward=True), f, int(facts.object[f]))
            for f in outgoing
        ] + [
            Edge(Step(int(facts.relation[f]), forward=False), f, int(facts.subject[f]))
            for f in incoming
        ]

    def reached(self, entity: int, steps: tuple[Step, ...]) -> list[int]:
        """Return the end of every path from an entity along typed steps, repeats included."""
        ends = [entity]
        for step in steps:
            ends = [edge.far for end in ends for edge in self.edges(end) if edge.step == step]
        return ends

    def neighbours(self, entity: int) -> set[int]:
        """Return the entities that share a fact with an entity."""
        return {edge.far for edge in self.edges(entity)}

    @property
    def mention_counts(self) -> IntArray:
        """(n_entities,) int64 number of passages that name each entity."""
        return np.diff(self._mention_bounds)

    def passages_naming(self, entity: int) -> IntArray:
        """Return the ascending numbers of the passages that name an entity."""
        low, high = self._mention_bounds[entity], self._mention_bounds[entity + 1]
        return self._mention_passage[low:high]

    def named_together(self, first: int, second: int) -> bool:
        """Return whether some passage names both entities."""
        a, b = self.passages_naming(first), self.passages_naming(second)
        return len(np.intersect1d(a, b, assume_unique=True)) > 0


def _mentions(world: World, facts: Facts, statements: Statements) -> IntArray:
    """Return (n_mentions, 2) distinct pairs of entity and passage, ascending."""
    pairs = [
        np.stack([world.subjects, np.arange(world.n_passages)], axis=1),
        np.stack([facts.subject[statements.fact], statements.passage], axis=1),
        np.stack([facts.object[statements.fact], statements.passage], axis=1),
    ]
    keys = np.concatenate(pairs)
    codes = np.unique(keys[:, 0] * world.n_passages + keys[:, 1])
    return np.stack(np.divmod(codes, world.n_passages), axis=1)
