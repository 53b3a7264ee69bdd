"""Choosing the questions: each is checked by exhaustive search before it is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.benchmark.build import Net
from hippo_exp.pathfinding.benchmark.checks import fault
from hippo_exp.pathfinding.benchmark.decoys import DecoyPlanter
from hippo_exp.pathfinding.benchmark.ground import Ground
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters, Shape
from hippo_exp.pathfinding.benchmark.search import GroundSearch
from hippo_exp.pathfinding.benchmark.sizes import questions_per_shape
from hippo_exp.types import IntArray


@dataclass(frozen=True, slots=True)
class Asked:
    """A question over the ground.

    Attributes:
        shape: hops of each seed.
        answer: node.
        seeds: nodes.
        legs: for each seed the facts from the answer to it.
        net: position of the net.
        member: position of the answer in the net.
        hub: whether the first seed is a hub.
    """

    shape: Shape
    answer: int
    seeds: tuple[int, ...]
    legs: tuple[tuple[int, ...], ...]
    net: int
    member: int
    hub: bool


class Asker:
    """Chooses questions and plants their decoys.

    Args:
        ground: facts with hubs.
        nets: possible answers.
        hubs: nodes of the hubs.
        parameters: settings.
        rng: random choices.
    """

    def __init__(
        self,
        ground: Ground,
        nets: Sequence[Net],
        hubs: IntArray,
        parameters: BenchmarkParameters,
        rng: np.random.Generator,
    ) -> None:
        self._ground = ground
        self._nets = nets
        self._is_hub = np.zeros(len(ground.types), dtype=bool)
        self._is_hub[hubs] = True
        self._parameters = parameters
        self._rng = rng
        self._planter = DecoyPlanter(ground, nets, parameters, rng)
        self._search = GroundSearch(ground)

    def questions(self) -> list[Asked]:
        """Return the questions in random order.

        Raises:
            ConfigError: too few possible answers make a sound question.
        """
        found: list[Asked] = []
        for shape, count in questions_per_shape(self._parameters).items():
            candidates = self._candidates(shape)
            used: dict[tuple[int, int], None] = {}
            n_hub = round(count * self._parameters.hub_questions)
            for hub, wanted in ((True, n_hub), (False, count - n_hub)):
                free = (pair for pair in candidates if pair not in used)
                taken = self._take(free, shape, wanted, hub=hub)
                used |= dict.fromkeys((item.net, item.member) for item in taken)
                found += taken
        return [found[i] for i in self._rng.permutation(len(found)).tolist()]

    def _candidates(self, shape: Shape) -> list[tuple[int, int]]:
        pairs = [
            np.stack([np.full(len(net.answers), i), np.arange(len(net.answers))], axis=1)
            for i, net in enumerate(self._nets)
            if net.kind.shape == shape
        ]
        together = np.concatenate(pairs)
        return [(n, m) for n, m in together[self._rng.permutation(len(together))].tolist()]

    def _take(
        self, candidates: Iterator[tuple[int, int]], shape: Shape, wanted: int, *, hub: bool
    ) -> list[Asked]:
        taken: list[Asked] = []
        while len(taken) < wanted:
            pair = next(candidates, None)
            if pair is None:
                hops = "-".join(map(str, shape))
                what = f"only {len(taken):,} of {wanted:,} questions of {hops} hops can be asked"
                about = " that name a hub" if hub else ""
                fix = (
                    "raise n_passages or answer_degree, or lower n_questions, hub_degree or decoys"
                )
                raise fault("n_questions", what + about, fix)
            asked = self._ask(*pair, hub=hub)
            if asked is not None and is_sound(self._search, asked) and self._plant(asked):
                taken.append(asked)
        return taken

    def _ask(self, number: int, member: int, *, hub: bool) -> Asked | None:
        """The question about a possible answer; None when it has no hub to name."""
        net = self._nets[number]
        seeds = [int(net.seeds[slot, net.assigned[slot, member]]) for slot in range(len(net.seeds))]
        legs = [tuple(int(facts[member]) for facts in leg) for leg in net.legs]
        if hub:
            fact = int(net.hub_facts[member])
            far = int(self._ground.object[fact])
            if not self._is_hub[far]:
                return None
            seeds[0], legs[0] = far, (*legs[0][:-1], fact)
        return Asked(
            shape=net.kind.shape,
            answer=int(net.answers[member]),
            seeds=tuple(seeds),
            legs=tuple(legs),
            net=number,
            member=member,
            hub=hub,
        )

    def _plant(self, asked: Asked) -> bool:
        net = self._nets[asked.net]
        groups = []
        for slot in range(len(asked.seeds)):
            same = net.assigned[slot] == net.assigned[slot, asked.member]
            if slot == 0 and asked.hub:
                same = self._ground.object[net.hub_facts] == asked.seeds[0]
            groups.append(np.flatnonzero(same))
        return self._planter.plant(asked.net, groups)


def is_sound(search: GroundSearch, asked: Asked) -> bool:
    """Whether the answer is the only meeting node and no passage names two seeds."""
    if search.named_together(asked.seeds):
        return False
    return search.meetings(asked.seeds, asked.shape) == [asked.answer]
