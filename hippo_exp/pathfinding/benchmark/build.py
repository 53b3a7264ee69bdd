"""Nets of possible answers: their legs, their seeds, and the passages that state them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.benchmark.ground import GroundBuilder
from hippo_exp.pathfinding.benchmark.kinds import Kind, far_type
from hippo_exp.pathfinding.benchmark.layout import ANSWER, HUB, SIDE, LegFact, Place, rooms_of
from hippo_exp.pathfinding.benchmark.nets import draw_net
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.pathfinding.benchmark.sizes import seed_pages
from hippo_exp.pathfinding.corpus import Schema
from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.types import IntArray


@dataclass(frozen=True)
class Net:
    """The possible answers of one kind.

    Attributes:
        kind: their type and relations.
        answers: (n,) int64 nodes.
        assigned: (slots, n) int64 seed of each answer in each slot, by position in ``seeds``.
        seeds: (slots, n_seeds) int64 nodes.
        legs: for each slot the facts of its leg, from the answer to the seed, each (n,) int64.
        hub_facts: (n,) int64 facts that may be about a hub; empty when there are no hubs.
        side_facts: (n_side, n) int64 facts about the answers that belong to no leg.
    """

    kind: Kind
    answers: IntArray
    assigned: IntArray
    seeds: IntArray
    legs: tuple[tuple[IntArray, ...], ...]
    hub_facts: IntArray
    side_facts: IntArray


def build_net(
    builder: GroundBuilder,
    schema: Schema,
    kind: Kind,
    n_seeds: int,
    parameters: BenchmarkParameters,
    draws: Draws,
) -> Net:
    """Add a net with ``n_seeds`` seeds per slot, and passages about some of the seeds."""
    assigned = draw_net(n_seeds, parameters.distractors + 1, len(kind.shape), draws)
    n = assigned.shape[1]
    nodes, types, seeds = _add_nodes(builder, schema, kind, assigned, n_seeds, parameters)
    facts: dict[LegFact, IntArray] = {}
    hub_facts = np.empty(0, dtype=np.int64)
    side_facts = []
    for room in rooms_of(kind, parameters):
        subject = nodes[room.subject]
        passage = builder.passages(subject)
        for item in room.items:
            if isinstance(item, LegFact):
                followed = kind.legs[item.slot][item.step]
                far = nodes[Place(item.slot, item.step + followed.forward)]
                facts[item] = builder.facts(subject, followed.relation, far, passage)
                continue
            used = [] if room.subject == ANSWER else _relations_of(room.subject, kind)
            added = builder.side_facts(subject, types[room.subject], passage, used)
            if item == HUB:
                hub_facts = added
            elif item == SIDE and room.subject == ANSWER:
                side_facts.append(added)
    return Net(
        kind=kind,
        answers=nodes[ANSWER],
        assigned=assigned,
        seeds=seeds,
        legs=tuple(
            tuple(facts[LegFact(slot, step)] for step in range(len(leg)))
            for slot, leg in enumerate(kind.legs)
        ),
        hub_facts=hub_facts,
        side_facts=np.stack(side_facts) if side_facts else np.empty((0, n), dtype=np.int64),
    )


def _add_nodes(
    builder: GroundBuilder,
    schema: Schema,
    kind: Kind,
    assigned: IntArray,
    n_seeds: int,
    parameters: BenchmarkParameters,
) -> tuple[dict[Place, IntArray], dict[Place, int], IntArray]:
    """Add possible answers, the nodes between, and seeds with their passages.

    Returns:
        Place -> (n,) node of each possible answer; type of each place but the seeds'; (slots,
        n_seeds) seeds.
    """
    n = assigned.shape[1]
    answers = builder.of_type(kind.answer_type, n)
    types = {ANSWER: kind.answer_type}
    nodes: dict[Place, IntArray] = {}
    seeds = []
    for slot, leg in enumerate(kind.legs):
        nodes[Place(slot, 0)] = answers
        for step, relation in enumerate(leg[:-1], start=1):
            between = types[Place(slot, step)] = far_type(schema, relation)
            nodes[Place(slot, step)] = builder.of_type(between, n)
        seed_type = far_type(schema, leg[-1])
        seeds.append(builder.of_type(seed_type, n_seeds))
        nodes[Place(slot, len(leg))] = seeds[-1][assigned[slot]]
        paged = seeds[-1][: seed_pages(n_seeds, parameters)]
        builder.pages(paged, seed_type, parameters.facts_per_passage)
    return nodes, types, np.stack(seeds)


def _relations_of(place: Place, kind: Kind) -> list[int]:
    """Relations of the leg facts about a node between, so that a leg has no other way on."""
    leg = kind.legs[place.slot]
    beside = leg[place.step - 1 : place.step + 1]
    return [step.relation for step in beside]
