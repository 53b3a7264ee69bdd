"""The edges of an instance, over role numbers that the instance then shuffles.

Roles are numbered seeds first, then the answer, then all other nodes as they are made.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.parameters import InstanceParameters

Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Topology:
    """Edges before any loss.

    Attributes:
        n_nodes: number of roles.
        edges: pairs of roles, none twice in either direction.
        dead_ends: roles of the wrong candidates: the ends of the dead-end chains, then the rivals.
    """

    n_nodes: int
    edges: tuple[Edge, ...]
    dead_ends: tuple[int, ...]


class _Builder:
    """Numbers new nodes and collects edges."""

    def __init__(self, first_free: int) -> None:
        self.n_nodes = first_free
        self.edges: list[Edge] = []

    def new_node(self) -> int:
        self.n_nodes += 1
        return self.n_nodes - 1

    def chain(self, start: int, length: int, end: int | None = None) -> int:
        """Join ``start`` to ``end`` (or to a new node) by ``length`` edges; returns the end."""
        node = start
        for step in range(1, length + 1):
            following = end if end is not None and step == length else self.new_node()
            self.edges.append((node, following))
            node = following
        return node


def build_topology(parameters: InstanceParameters, rng: np.random.Generator) -> Topology:
    """Chains from each seed, then decoy chains, rivals, hubs and extra edges where asked for.

    Args:
        parameters: checked settings.
        rng: drawn from only for hubs and extra edges.
    """
    answer = parameters.seeds
    builder = _Builder(first_free=answer + 1)
    dead_ends: list[int] = []
    for seed, hops in enumerate(parameters.hops_per_seed):
        ends = [builder.chain(seed, hops) for _ in range(parameters.distractors)]
        builder.chain(seed, hops, end=answer)
        if parameters.matched_degree:
            for end in ends:
                for _ in range(parameters.seeds - 1):
                    builder.chain(builder.new_node(), hops, end=end)
        dead_ends.extend(ends)
    dead_ends.extend(_add_rivals(builder, parameters))
    _add_hubs(builder, parameters, rng)
    _add_extra_edges(builder, parameters, rng)
    return Topology(builder.n_nodes, tuple(builder.edges), tuple(dead_ends))


def _add_rivals(builder: _Builder, parameters: InstanceParameters) -> list[int]:
    rivals = [builder.new_node() for _ in range(parameters.rivals)]
    for rival in rivals:
        for seed, hops in enumerate(parameters.hops_per_seed):
            for _ in range(parameters.rival_paths):
                builder.chain(seed, hops + parameters.rival_extra, end=rival)
    return rivals


def _add_hubs(builder: _Builder, parameters: InstanceParameters, rng: np.random.Generator) -> None:
    others = builder.n_nodes
    for _ in range(parameters.hubs):
        hub = builder.new_node()
        targets = rng.choice(others, size=parameters.hub_degree, replace=False)
        builder.edges.extend((hub, int(target)) for target in targets)


def _add_extra_edges(
    builder: _Builder, parameters: InstanceParameters, rng: np.random.Generator
) -> None:
    """Uniform over the free pairs, by rejection; at least half of the free pairs stay free."""
    taken = {(min(edge), max(edge)) for edge in builder.edges}
    wanted = len(taken) + parameters.extra_edges
    while len(taken) < wanted:
        low, high = sorted(int(node) for node in rng.integers(builder.n_nodes, size=2))
        both_seeds = high < parameters.seeds
        if low == high or both_seeds or (low, high) in taken:
            continue
        taken.add((low, high))
        builder.edges.append((low, high))
