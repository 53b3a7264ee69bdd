"""Exhaustive search over all true facts: what is reached, and what is named together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from hippo_exp.pathfinding.benchmark.ground import Ground
from hippo_exp.types import IntArray


class GroundSearch:
    """Neighbours and passages of nodes, of the ground as it is when this is made.

    Args:
        ground: facts and passages.
    """

    def __init__(self, ground: Ground) -> None:
        n = len(ground.types)
        near = np.concatenate([ground.subject, ground.object])
        order = np.argsort(near, kind="stable")
        self._far = np.concatenate([ground.object, ground.subject])[order]
        self._stated = np.concatenate([ground.passage, ground.passage])[order]
        self._bounds = np.searchsorted(near[order], np.arange(n + 1))
        self._titled = np.argsort(ground.subjects, kind="stable")
        self._title_bounds = np.searchsorted(ground.subjects[self._titled], np.arange(n + 1))

    def within(self, node: int, hops: int) -> dict[int, int]:
        """Return every node at most ``hops`` facts away, the node itself left out.

        Returns:
            node -> least number of facts.
        """
        found = {node: 0}
        frontier = [node]
        for distance in range(1, hops + 1):
            further = []
            for near in frontier:
                for far in self._far[self._bounds[near] : self._bounds[near + 1]].tolist():
                    if far not in found:
                        found[far] = distance
                        further.append(far)
            frontier = further
        del found[node]
        return found

    def meetings(self, seeds: Sequence[int], hops: Sequence[int]) -> list[int]:
        """Return every node that each seed reaches within its own number of facts, ascending."""
        reached = [self.within(seed, within) for seed, within in zip(seeds, hops, strict=True)]
        smallest = min(reached, key=len)
        return sorted(node for node in smallest if all(node in other for other in reached))

    def passages_naming(self, node: int) -> IntArray:
        """Return the ascending numbers of the passages that name a node."""
        stated = self._stated[self._bounds[node] : self._bounds[node + 1]]
        titled = self._titled[self._title_bounds[node] : self._title_bounds[node + 1]]
        return np.unique(np.concatenate([stated, titled]))

    def named_together(self, nodes: Sequence[int]) -> bool:
        """Return whether some passage names two of the nodes."""
        named = [self.passages_naming(node) for node in nodes]
        return any(
            len(np.intersect1d(first, second, assume_unique=True)) > 0
            for first, second in combinations(named, 2)
        )
