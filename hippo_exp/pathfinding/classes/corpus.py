"""The facts of a corpus, seen from their ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from hippo_exp.pathfinding.classes.identity import Identity


class Step(NamedTuple):
    """A relation followed in one direction: forward is from subject to object."""

    relation: str
    forward: bool


class Continuation(NamedTuple):
    """A fact seen from one of its ends, with a passage that states it."""

    step: Step
    far: str
    passage: int


class FactCorpus:
    """Facts by entity and by passage.

    Facts whose ends are one entity, or whose end names none, are left out.

    Args:
        passages: (n_passages,) the facts of each passage: (subject, relation, object).
        identity: which phrases are one entity.
        named: (n_passages,) further phrases that each passage names; empty for none.
        relation: normaliser of relations.
    """

    def __init__(
        self,
        passages: Sequence[Sequence[tuple[str, str, str]]],
        *,
        identity: Identity,
        named: Sequence[Sequence[str]] = (),
        relation: Identity = str.casefold,
    ) -> None:
        self.identity = identity
        self.n_passages = len(passages)
        self._around: dict[str, dict[Step, list[Continuation]]] = {}
        self._facts: list[tuple[tuple[str, Continuation], ...]] = []
        self._names: list[dict[str, None]] = []
        self._naming: dict[str, list[int]] = {}
        for number, facts in enumerate(passages):
            self._add(number, facts, relation)
            also = map(identity, named[number]) if named else ()
            ends = (near for near, _ in self._facts[number])
            self._names.append({name: None for name in chain(ends, also) if name})
            for name in self._names[number]:
                self._naming.setdefault(name, []).append(number)

    def _add(self, number: int, facts: Sequence[tuple[str, str, str]], relation: Identity) -> None:
        seen: dict[tuple[str, Continuation], None] = {}
        for subject, verb, object_ in facts:
            near, far, name = self.identity(subject), self.identity(object_), relation(verb)
            if near and far and near != far:
                seen[near, Continuation(Step(name, True), far, number)] = None
                seen[far, Continuation(Step(name, False), near, number)] = None
        self._facts.append(tuple(seen))
        for near, item in seen:
            self._around.setdefault(near, {}).setdefault(item.step, []).append(item)

    def facts(self, passage: int) -> tuple[tuple[str, Continuation], ...]:
        """The distinct facts that a passage states, each from both ends: (near, continuation)."""
        return self._facts[passage]

    def names(self, passage: int) -> Mapping[str, None]:
        """The entities that a passage names, as keys in order of appearance."""
        return self._names[passage]

    def passages_naming(self, entity: str) -> Sequence[int]:
        """The passages that name an entity, ascending."""
        return self._naming.get(entity, ())

    def along(self, entity: str, step: Step) -> Sequence[Continuation]:
        """The continuations of an entity by one relation in one direction."""
        return self._around.get(entity, {}).get(step, ())

    def continuations(self, entity: str) -> Iterator[Continuation]:
        """Every continuation of an entity."""
        return chain.from_iterable(self._around.get(entity, {}).values())

    def neighbours(self, entity: str) -> Mapping[str, None]:
        """The entities that share a fact with an entity, as keys."""
        return dict.fromkeys(item.far for item in self.continuations(entity))
