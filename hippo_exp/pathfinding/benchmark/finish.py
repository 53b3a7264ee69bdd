"""From arrays to a blueprint: entities in order of type, with names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.pathfinding.benchmark.asking import Asked
from hippo_exp.pathfinding.benchmark.ground import Ground
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.pathfinding.corpus import Blueprint, Schema
from hippo_exp.pathfinding.corpus.draws import stream
from hippo_exp.pathfinding.corpus.facts import Facts
from hippo_exp.pathfinding.corpus.plan import FindingPlan
from hippo_exp.pathfinding.corpus.search import Edge, Step
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.world import World, name_entities
from hippo_exp.types import IntArray

_ORDER = 24


def finish(
    ground: Ground, questions: Sequence[Asked], schema: Schema, parameters: BenchmarkParameters
) -> Blueprint:
    """Return the blueprint of a ground; nodes that nothing names are left out."""
    rng = stream(parameters.seed, _ORDER)
    entity, counts = _entities(ground, len(schema.types))
    number = rng.permutation(len(ground.subjects))
    subject, objects = entity[ground.subject], entity[ground.object]
    order = np.lexsort((objects, ground.relation, subject))
    fact = np.empty(len(order), dtype=np.int64)
    fact[order] = np.arange(len(order))
    facts = Facts(
        subject=subject[order],
        relation=ground.relation[order],
        object=objects[order],
        anchored=np.ones(len(order), dtype=bool),
    )
    subjects = np.empty(len(number), dtype=np.int64)
    subjects[number] = entity[ground.subjects]
    passages = number[ground.passage[order]]
    return Blueprint(
        world=_world(subjects, counts, schema, parameters),
        facts=facts,
        statements=_statements(passages, len(number), rng),
        plans=tuple(_plan(asked, ground, entity, fact) for asked in questions),
        order=tuple(range(len(number))),
    )


def _entities(ground: Ground, n_types: int) -> tuple[IntArray, IntArray]:
    """Return (n_nodes,) entity numbers in order of type, -1 for what is not named; type counts."""
    named = np.zeros(len(ground.types), dtype=bool)
    for ends in (ground.subject, ground.object, ground.subjects):
        named[ends] = True
    kept = np.flatnonzero(named)
    kept = kept[np.argsort(ground.types[kept], kind="stable")]
    entity = np.full(len(named), -1, dtype=np.int64)
    entity[kept] = np.arange(len(kept))
    return entity, np.bincount(ground.types[kept], minlength=n_types)


def _world(
    subjects: IntArray, counts: IntArray, schema: Schema, parameters: BenchmarkParameters
) -> World:
    forms, years, feminine = name_entities(schema, counts.tolist(), parameters.seed)
    first = np.full(len(forms), -1, dtype=np.int64)
    first[subjects[::-1]] = np.arange(len(subjects))[::-1]
    return World(
        schema=schema,
        starts=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
        forms=tuple(names[: 1 + parameters.variants] for names in forms),
        years=tuple(years),
        feminine=tuple(feminine),
        first_passage=first,
        subjects=subjects,
        sections=np.zeros(len(subjects), dtype=np.int64),
    )


def _statements(passages: IntArray, n_passages: int, rng: np.random.Generator) -> Statements:
    """Each fact in its passage, the facts of a passage in random order."""
    order = np.lexsort((rng.random(len(passages)), passages))
    return Statements(
        passage=passages[order],
        fact=order,
        inverse=np.zeros(len(order), dtype=bool),
        bounds=np.searchsorted(passages[order], np.arange(n_passages + 1)).astype(np.int64),
        homes=passages,
    )


def _plan(asked: Asked, ground: Ground, entity: IntArray, fact: IntArray) -> FindingPlan:
    legs = []
    for leg in asked.legs:
        edges = []
        near = asked.answer
        for old in leg:
            forward = int(ground.subject[old]) == near
            near = int((ground.object if forward else ground.subject)[old])
            step = Step(int(ground.relation[old]), forward=forward)
            edges.append(Edge(step, int(fact[old]), int(entity[near])))
        legs.append(tuple(edges))
    return FindingPlan(answer=int(entity[asked.answer]), legs=tuple(legs))
