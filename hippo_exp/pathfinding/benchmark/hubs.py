"""Hubs: entities that many passages name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.pathfinding.benchmark.build import Net
from hippo_exp.pathfinding.benchmark.checks import fault
from hippo_exp.pathfinding.benchmark.ground import Ground, GroundBuilder
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.pathfinding.corpus import Schema
from hippo_exp.types import IntArray

NETS_OF_A_HUB = 12
"""About so many nets of possible answers share a hub."""


def hub_types(nets: Sequence[Net], schema: Schema, parameters: BenchmarkParameters) -> list[int]:
    """Return the (hubs,) ascending types of the hubs, as the facts that can name them allow.

    Raises:
        ConfigError: there are too few such facts.
    """
    free: dict[int, int] = {}
    for net in nets:
        kind = _hub_type(net, schema)
        free[kind] = free.get(kind, 0) + len(net.hub_facts)
    chosen = []
    for _ in range(parameters.hubs):
        kind = max(sorted(free), key=lambda k: free[k])
        if free[kind] < parameters.hub_degree:
            what = f"{parameters.hubs:,} hubs need {parameters.hub_degree:,} facts each, too many"
            raise fault("hub_degree", what, "lower hubs or hub_degree, or raise n_passages")
        free[kind] -= parameters.hub_degree
        chosen.append(kind)
    return sorted(chosen)


def add_hubs(
    builder: GroundBuilder, types: Sequence[int], parameters: BenchmarkParameters
) -> IntArray:
    """Add hubs of (hubs,) types, each with a passage of its own; returns (hubs,) nodes."""
    nodes = builder.nodes(np.array(types, dtype=np.int64))
    for kind in dict.fromkeys(types):
        members = nodes[np.array(types) == kind]
        builder.pages(members, kind, parameters.facts_per_passage)
    return nodes


def join_hubs(
    ground: Ground,
    nets: Sequence[Net],
    hubs: IntArray,
    schema: Schema,
    parameters: BenchmarkParameters,
    rng: np.random.Generator,
) -> None:
    """Make exactly ``hub_degree`` facts about each hub, in place of side facts."""
    by_type: dict[int, list[Net]] = {}
    for net in nets:
        by_type.setdefault(_hub_type(net, schema), []).append(net)
    for kind in sorted(by_type):
        facts, relations = _candidates(by_type[kind], rng)
        members = hubs[ground.types[hubs] == kind]
        chosen = slice(0, len(members) * parameters.hub_degree)
        ground.relation[facts[chosen]] = relations[chosen]
        ground.object[facts[chosen]] = np.repeat(members, parameters.hub_degree)


def _candidates(nets: Sequence[Net], rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Return the facts that can name hubs of one type, with the relations that they then have.

    Their order is random within some nets, then within the next ones, so that a hub meets the same
    net more than once also where there are thousands of nets.
    """
    facts, relations = [], []
    for start in range(0, len(nets), NETS_OF_A_HUB):
        near = nets[start : start + NETS_OF_A_HUB]
        ids = np.concatenate([net.hub_facts for net in near])
        kinds = np.concatenate([np.full(len(n.hub_facts), n.kind.hub_relation) for n in near])
        order = rng.permutation(len(ids))
        facts.append(ids[order])
        relations.append(kinds[order])
    return np.concatenate(facts), np.concatenate(relations)


def _hub_type(net: Net, schema: Schema) -> int:
    return schema.type_index(schema.relations[net.kind.hub_relation].object)
