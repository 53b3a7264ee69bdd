"""The nodes of most mass: where it is from, and the way it takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from hippo_exp.pipeline.explain.names import Names
from hippo_exp.pipeline.explain.search import GraphSearch
from hippo_exp.reporting.explain import NodeMass, Share, Way
from hippo_exp.types import FloatArray, KnowledgeGraph


def top_phrases(search: GraphSearch, n: int) -> list[int]:
    """Positions of the n phrases of most mass, equal ones by position; none of mass 0."""
    mass = search.mass[: search.n_phrases]
    return [int(node) for node in np.argsort(-mass, kind="stable")[:n] if mass[node] > 0]


def node_mass(search: GraphSearch, graph: KnowledgeGraph, names: Names, node: int) -> NodeMass:
    """What is known of one node's mass."""
    held = int(np.count_nonzero(graph.passage_nodes[:, [node]].data))
    parts = None if search.parts is None else search.parts[node]
    return NodeMass(
        node=names.node(node),
        position=node,
        mass=float(search.mass[node]),
        passages=held,
        shares=shares_of(parts, search, names),
        way=way_to(search, names, node),
    )


def shares_of(parts: FloatArray | None, search: GraphSearch, names: Names) -> tuple[Share, ...]:
    """(n_sources,) amounts with the names of their sources, largest first; none for None."""
    if parts is None:
        return ()
    sources = [*search.seeds, *([-1] if len(parts) > len(search.seeds) else [])]
    named = [
        Share(names.source(source), float(amount))
        for source, amount in zip(sources, parts.tolist(), strict=True)
    ]
    return tuple(sorted(named, key=lambda share: -share.amount))


def best_way(search: GraphSearch, node: int) -> tuple[int, ...]:
    """The walk that brings most mass from a seed to a node.

    Empty where there is none, and where most of the mass is from the passage reset.
    """
    if node not in search.seeds and _from_reset(search, node) > 0.5:
        return ()
    carried = [search.carried(place, node) for place in range(len(search.seeds))]
    if not any(carried):
        return ()
    walk = search.walks.to(node, carried.index(max(carried)))
    return () if walk is None else walk.nodes


def way_to(search: GraphSearch, names: Names, node: int) -> Way | None:
    """The same in words, with the part of the node's mass that it brings."""
    nodes = best_way(search, node)
    if not nodes or not search.mass[node] > 0:
        return None
    carried = None
    if search.restart_prob is not None:
        carried = search.carried(search.seeds.index(nodes[0]), node) / float(search.mass[node])
    steps = tuple(names.step(one, two) for one, two in pairwise(nodes))
    return Way(names.node(nodes[0]), steps, carried)


def _from_reset(search: GraphSearch, node: int) -> float:
    """Part of a node's mass that the passage reset sent; 0 without one."""
    with_reset = search.parts is not None and search.parts.shape[1] > len(search.seeds)
    if search.parts is None or not with_reset or not search.mass[node] > 0:
        return 0.0
    return float(search.parts[node, -1] / search.mass[node])


def with_ways(search: GraphSearch, nodes: Sequence[int]) -> list[int]:
    """The nodes and those on the ways to them, seeds first, each once."""
    found = dict.fromkeys(search.seeds)
    for node in nodes:
        found |= dict.fromkeys(best_way(search, node)) | {node: None}
    return list(found)
