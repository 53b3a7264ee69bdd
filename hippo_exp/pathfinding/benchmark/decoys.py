"""Decoys: entities that all seeds of a question reach, but by longer paths than the answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.pathfinding.benchmark.build import Net
from hippo_exp.pathfinding.benchmark.ground import Ground
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.types import IntArray


class DecoyPlanter:
    """Makes side facts of several possible answers be about one entity, the decoy.

    Args:
        ground: facts; changed in place.
        nets: possible answers.
        parameters: number of decoys and of paths to each.
        rng: random choices.
    """

    def __init__(
        self,
        ground: Ground,
        nets: Sequence[Net],
        parameters: BenchmarkParameters,
        rng: np.random.Generator,
    ) -> None:
        self._ground = ground
        self._nets = nets
        self._decoys = parameters.decoys
        self._paths = parameters.decoy_paths
        self._rng = rng
        self._used = [np.zeros(len(net.answers), dtype=np.int64) for net in nets]

    def plant(self, number: int, groups: Sequence[IntArray]) -> bool:
        """Plant the decoys of one question.

        Args:
            number: position of the net.
            groups: for each seed, the ascending positions of the possible answers that it reaches;
                the answer is in all of them.

        Returns:
            False, with nothing changed, when too few possible answers have side facts to spare.
        """
        net, used = self._nets[number], self._used[number].copy()
        own = [_only_in(groups, slot) for slot in range(len(groups))]
        chosen: list[IntArray] = []
        for _ in range(self._decoys):
            parts = [self._some(members[used[members] < len(net.side_facts)]) for members in own]
            if min(len(part) for part in parts) < self._paths:
                return False
            ends = np.concatenate(parts)
            chosen.append(net.side_facts[used[ends], ends])
            used[ends] += 1
        self._used[number] = used
        for facts in chosen:
            self._ground.relation[facts] = self._ground.relation[facts[0]]
            self._ground.object[facts] = self._ground.object[facts[0]]
        return True

    def _some(self, members: IntArray) -> IntArray:
        """A random choice of at most ``decoy_paths`` of the members."""
        chosen: IntArray = self._rng.permutation(members)[: self._paths]
        return chosen


def _only_in(groups: Sequence[IntArray], slot: int) -> IntArray:
    """Members of one group that are in no other."""
    own = groups[slot]
    for other, members in enumerate(groups):
        if other != slot:
            own = np.setdiff1d(own, members, assume_unique=True)
    return own
