"""Which facts stand together in a passage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hippo_exp.pathfinding.benchmark.kinds import Kind
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters


class Place(NamedTuple):
    """A node of the legs of a possible answer: slot and number of facts from the answer.

    The answer itself is the place (0, 0).
    """

    slot: int
    step: int


class LegFact(NamedTuple):
    """A fact of a leg: step ``step`` of the leg of ``slot``, counted from the answer."""

    slot: int
    step: int


HUB = "hub"
"""A fact about a hub, or about another entity where the subject has no hub."""
SIDE = "side"
"""A fact that belongs to no leg."""

Item = LegFact | str


@dataclass(frozen=True, slots=True)
class Room:
    """A passage that each possible answer of a kind has: its subject and what it states."""

    subject: Place
    items: tuple[Item, ...]


ANSWER = Place(0, 0)


def rooms_of(kind: Kind, parameters: BenchmarkParameters) -> tuple[Room, ...]:
    """Return the passages about a possible answer and about the nodes of its legs.

    A fact about a seed stands in a passage without any other fact of a leg; the other leg facts of
    a subject stand together. So no passage names two seeds, whatever ``facts_per_passage`` is.
    """
    return (*_answer_rooms(kind, parameters), *_inner_rooms(kind, parameters))


def passages_per_answer(kind: Kind, parameters: BenchmarkParameters) -> int:
    """Number of passages that one possible answer of a kind needs, its seeds' own left out."""
    return len(rooms_of(kind, parameters))


def _answer_rooms(kind: Kind, parameters: BenchmarkParameters) -> list[Room]:
    most = parameters.facts_per_passage
    alone: list[list[Item]] = []
    shared: list[Item] = []
    for slot, (hops, leg) in enumerate(zip(kind.shape, kind.legs, strict=True)):
        if hops == 1:
            alone.append([LegFact(slot, 0)])
        elif leg[0].forward:
            shared.append(LegFact(slot, 0))
    rooms = alone + [shared[i : i + most] for i in range(0, len(shared), most)]
    if parameters.hub_on_answers(kind.shape):
        # Not beside another seed than the first, in whose place a question may name the hub.
        _put(HUB, rooms, most, among=rooms[:1])
    for _ in range(parameters.side_facts(kind.shape)):
        _put(SIDE, rooms, most, among=rooms)
    return [Room(ANSWER, tuple(items)) for items in rooms]


def _put(item: Item, rooms: list[list[Item]], most: int, among: list[list[Item]]) -> None:
    """Add an item to the emptiest of some rooms, or to a new room when all of them are full."""
    best = min(among, key=len, default=None)
    if best is not None and len(best) < most:
        best.append(item)
    else:
        rooms.append([item])


def _inner_rooms(kind: Kind, parameters: BenchmarkParameters) -> list[Room]:
    """Rooms about the nodes between; filled with side facts."""
    most = parameters.facts_per_passage
    rooms: list[tuple[Place, list[Item]]] = []
    for slot, leg in enumerate(kind.legs):
        for place, steps in _stated_together(slot, kind).items():
            rooms += [
                (place, [LegFact(slot, step) for step in steps[i : i + most]])
                for i in range(0, len(steps), most)
            ]
        if len(leg) > 1:
            beside = Place(slot, len(leg) - 1)
            rooms.append((beside, [LegFact(slot, len(leg) - 1)]))
            if parameters.hubs and slot == 0:
                if most == 1:
                    rooms.append((beside, []))
                rooms[-1][1].append(HUB)
    return [Room(place, (*items, *[SIDE] * (most - len(items)))) for place, items in rooms]


def _stated_together(slot: int, kind: Kind) -> dict[Place, list[int]]:
    """Node between -> the steps whose facts are about it and about no seed."""
    together: dict[Place, list[int]] = {}
    for step, (_, forward) in enumerate(kind.legs[slot][:-1]):
        subject = Place(slot, step if forward else step + 1)
        if subject.step > 0:
            together.setdefault(subject, []).append(step)
    return together
