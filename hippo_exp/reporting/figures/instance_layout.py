"""Where the nodes of a path-finding instance stand: the answer in the middle, seeds around it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.types import FloatArray

if TYPE_CHECKING:
    from hippo_exp.pathfinding import Instance

_FAN = 0.72 * math.pi
"""Half the angle over which the chains of a seed spread."""
_REACH, _GAP = 0.85, 0.14
"""Length of the longest chain that hangs on a seed, which stands at distance 1; and the part of it
kept free for the seed itself."""

Tree = dict[int, list[int]]


def instance_layout(instance: Instance) -> FloatArray:
    """Positions (n_nodes, 2) float64; the same for the same instance, nothing is drawn at random.

    Nodes of a shortest path from a seed to the answer stand on the segment between the two; every
    other node hangs on the nearest placed node, seeds first, in a fan turned away from the
    answer; nodes without any connection stand in a zigzag below.
    """
    points = np.full((len(instance.nodes), 2), np.nan)
    points[instance.answer] = 0.0
    direction = dict.fromkeys(range(len(instance.nodes)), math.pi / 2)
    for place, seed in enumerate(instance.seeds):
        direction[seed] = math.pi + 2 * math.pi * place / len(instance.seeds)
        points[seed] = _unit(direction[seed])
    for seed in instance.seeds:
        path = _shortest_path(instance, seed)
        for step, node in enumerate(path[1:-1], start=1):
            if np.isnan(points[node, 0]):
                points[node] = points[seed] * (1 - step / (len(path) - 1))
    roots = [*instance.seeds, *_placed(points, besides=instance.seeds)]
    tree, depth = _forest(instance, roots, len(instance.seeds))
    reach = min(_REACH, 0.78 * math.sin(math.pi / max(len(instance.seeds), 2)))
    step_length = (reach - _GAP) / max(1, *depth.values())
    for root in roots:
        spread = _FAN if root in instance.seeds else math.pi / 4
        for node, angle in _fan(tree, root, direction[root], spread):
            points[node] = points[root] + (_GAP + step_length * depth[node]) * _unit(angle)
    _place_rest(points)
    return points


def _unit(angle: float) -> FloatArray:
    return np.array([math.cos(angle), math.sin(angle)])


def _placed(points: FloatArray, besides: Sequence[int]) -> list[int]:
    placed = np.flatnonzero(~np.isnan(points[:, 0]))
    return [int(node) for node in placed if int(node) not in besides]


def _neighbors(instance: Instance, node: int) -> list[int]:
    start, stop = instance.adjacency.indptr[node : node + 2]
    return sorted(int(other) for other in instance.adjacency.indices[start:stop])


def _shortest_path(instance: Instance, seed: int) -> list[int]:
    """Nodes from the seed to the answer; empty when there is no path."""
    before = {seed: seed}
    queue = deque([seed])
    while queue and instance.answer not in before:
        node = queue.popleft()
        for other in _neighbors(instance, node):
            if other not in before:
                before[other] = node
                queue.append(other)
    if instance.answer not in before:
        return []
    path = [instance.answer]
    while path[-1] != seed:
        path.append(before[path[-1]])
    return path[::-1]


def _forest(instance: Instance, roots: Sequence[int], n_first: int) -> tuple[Tree, dict[int, int]]:
    """Breadth-first children and depth of each unplaced node; the first roots grow first."""
    depth = dict.fromkeys(roots, 0)
    tree: Tree = {}
    for group in (roots[:n_first], roots[n_first:]):
        queue = deque(group)
        while queue:
            node = queue.popleft()
            for other in _neighbors(instance, node):
                if other not in depth:
                    depth[other] = depth[node] + 1
                    tree.setdefault(node, []).append(other)
                    queue.append(other)
    return tree, depth


def _fan(tree: Tree, root: int, direction: float, spread: float) -> list[tuple[int, float]]:
    """Each node below the root with its angle: leaves evenly over the fan, others between."""
    n_leaves = _count_leaves(tree, root)
    angles = direction + spread * (2 * np.arange(n_leaves) + 1 - n_leaves) / max(n_leaves - 1, 1)
    supply = iter(angles.tolist())
    placed: list[tuple[int, float]] = []
    for child in tree.get(root, []):
        _place_below(tree, child, supply, placed)
    return placed


def _count_leaves(tree: Tree, node: int) -> int:
    return sum(_count_leaves(tree, child) for child in tree.get(node, [])) or 1


def _place_below(
    tree: Tree, node: int, supply: Iterator[float], placed: list[tuple[int, float]]
) -> float:
    children = tree.get(node, [])
    below = [_place_below(tree, child, supply, placed) for child in children]
    angle = sum(below) / len(below) if below else next(supply)
    placed.append((node, angle))
    return angle


def _place_rest(points: FloatArray) -> None:
    """Put the nodes without a position in a zigzag below all others, in place."""
    rest = np.flatnonzero(np.isnan(points[:, 0]))
    bottom = float(np.nanmin(points[:, 1])) - 0.25
    for place, node in enumerate(rest):
        points[node] = 1.6 * (2 * place + 1 - len(rest)) / len(rest), bottom - 0.12 * (place % 2)
