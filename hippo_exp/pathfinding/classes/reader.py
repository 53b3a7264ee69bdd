"""A reader who goes from passage to passage, and what is open to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hippo_exp.pathfinding.classes.corpus import Continuation, FactCorpus, Step
from hippo_exp.pathfinding.classes.rules import ClassRules

Open = tuple[str, ...]
"""Entities among which a step leaves open which one is meant, in code-point order."""


class Move(NamedTuple):
    """A fact by which a chain goes on into a passage."""

    near: str
    step: Step
    far: str
    passage: int


@dataclass
class Reader:
    """What has been read, and the entities that the chain has come to.

    Attributes:
        known: entity -> the groups of entities as one of which it is known.
        moves: the first into each passage that has been read.
    """

    corpus: FactCorpus
    rules: ClassRules
    gold: Sequence[int]
    known: dict[str, dict[Open, None]]
    moves: list[Move] = field(default_factory=list)

    @property
    def read(self) -> list[int]:
        """The passages read so far, in order."""
        return [move.passage for move in self.moves]

    def go_on(self) -> bool:
        """Take every fact that can be taken; whether that changed anything."""
        changed = False
        for near, item in self.facts():
            for group in list(self.known.get(near, ())):
                places, ends = self.open_to(group, item)
                if min(len(places), len(ends)) > 1:
                    continue
                if item.passage not in self.read:
                    self.moves.append(Move(near, *item))
                    changed = True
                if ends not in self.known.setdefault(item.far, {}):
                    self.known[item.far][ends] = None
                    changed = True
        return changed

    def facts(self) -> Iterator[tuple[str, Continuation]]:
        """The facts of the gold passages, from both ends."""
        for passage in self.gold:
            yield from self.corpus.facts(passage)

    def open_to(self, group: Open, item: Continuation) -> tuple[list[int], Open]:
        """The passages and the entities to which the continuations that fit lead.

        A passage that has been read is no place to go on to, unless it is the fact's own.
        """
        fitting = [
            other
            for near in group
            for other in (
                self.corpus.continuations(near)
                if self.rules.relations == "any"
                else self.corpus.along(near, item.step)
            )
        ]
        done = [passage for passage in self.read if passage != item.passage]
        places = dict.fromkeys(o.passage for o in fitting if o.passage not in done)
        return list(places), tuple(sorted(dict.fromkeys(other.far for other in fitting)))
