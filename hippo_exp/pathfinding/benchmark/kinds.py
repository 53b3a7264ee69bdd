"""Kinds of questions: what the answer is, and by which relations each seed leads to it."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.pathfinding.benchmark.parameters import Shape
from hippo_exp.pathfinding.corpus import Schema
from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.search import Step

LegType = tuple[Step, ...]
"""The relations of a leg, from the answer to the seed; all but the first lead forward, so that
many can lead into one seed."""

_PATIENCE = 1000


@dataclass(frozen=True, slots=True)
class Kind:
    """Possible answers of one type whose legs have the same relations.

    Attributes:
        shape: hops of each seed.
        answer_type: position of the answers' type.
        legs: (seeds,) relations of each leg; no two begin alike.
        hub_relation: relation by which the entity beside the first seed has a hub.
    """

    shape: Shape
    answer_type: int
    legs: tuple[LegType, ...]
    hub_relation: int


class KindMaker:
    """Draws kinds, with every type as the answer's before one comes again.

    Args:
        schema: types and relations.
        draws: random choices.
    """

    def __init__(self, schema: Schema, draws: Draws) -> None:
        self._schema = schema
        self._draws = draws
        self._waiting: list[int] = []
        self._steps = {i: _steps(schema, i) for i in range(len(schema.types))}
        self._hubs = {
            i: [s.relation for s in _common_steps(schema, i)] for i in range(len(schema.types))
        }

    def make(self, shape: Shape) -> Kind:
        """Return a kind of a shape; types with too few relations for it are passed over."""
        while True:
            answer_type = self._next_type()
            legs = self._legs(answer_type, shape)
            if legs is not None:
                beside = self._path(answer_type, legs[0])[-2]
                hub_relation = self._draws.pick(self._hubs[beside])
                return Kind(shape, answer_type, legs, hub_relation)

    def _next_type(self) -> int:
        if not self._waiting:
            waiting = [i for i, kind in enumerate(self._schema.types) if kind.role == "specific"]
            while waiting:
                self._waiting.append(waiting.pop(self._draws.below(len(waiting))))
        return self._waiting.pop()

    def _legs(self, answer_type: int, shape: Shape) -> tuple[LegType, ...] | None:
        for _ in range(_PATIENCE):
            legs = tuple(self._leg(answer_type, hops) for hops in shape)
            first = [leg[0] for leg in legs if leg]
            if len(first) == len(dict.fromkeys(first)) == len(shape):
                return legs
        return None

    def _leg(self, answer_type: int, hops: int) -> LegType:
        """Draw a leg; empty when a relation comes twice in it."""
        steps: list[Step] = []
        near = answer_type
        for position in range(hops):
            either = position == 0 and hops > 1
            step = self._draws.pick([s for s in self._steps[near] if s.forward or either])
            steps.append(step)
            near = far_type(self._schema, step)
        relations = [step.relation for step in steps]
        return tuple(steps) if len(relations) == len(dict.fromkeys(relations)) else ()

    def _path(self, answer_type: int, leg: LegType) -> list[int]:
        return [answer_type, *(far_type(self._schema, step) for step in leg)]


def far_type(schema: Schema, step: Step) -> int:
    """Type position at the far end of a step."""
    relation = schema.relations[step.relation]
    return schema.type_index(relation.object if step.forward else relation.subject)


def _steps(schema: Schema, type_index: int) -> list[Step]:
    """Steps from a type to specific types that questions have words for (common ones have none)."""
    key = schema.types[type_index].key
    found = []
    for i, relation in enumerate(schema.relations):
        if not relation.object or schema.is_common(relation):
            continue
        if relation.subject == key:
            found.append(Step(i, forward=True))
        if relation.object == key and relation.inverse is not None:
            found.append(Step(i, forward=False))
    return found


def _common_steps(schema: Schema, type_index: int) -> list[Step]:
    key = schema.types[type_index].key
    return [
        Step(i, forward=True)
        for i, relation in enumerate(schema.relations)
        if relation.subject == key and schema.is_common(relation)
    ]
