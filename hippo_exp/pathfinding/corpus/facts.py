"""Facts of a world: which relations hold between which entities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hippo_exp.pathfinding.corpus.draws import stream
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.schema import Relation
from hippo_exp.pathfinding.corpus.world import World
from hippo_exp.types import FloatArray, IntArray


@dataclass(frozen=True)
class Facts:
    """Facts as parallel arrays.

    Attributes:
        subject: (n_facts,) int64 entity.
        relation: (n_facts,) int64 position in ``schema.relations``.
        object: (n_facts,) int64 entity, never the subject.
        anchored: (n_facts,) bool; an anchored fact is always stated in its subject's passage, so
            that each passage has one at least.
    """

    subject: IntArray
    relation: IntArray
    object: IntArray
    anchored: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.subject)


def draw_facts(world: World, parameters: SyntheticParameters) -> Facts:
    """Return the facts of a world, ordered by subject, then relation."""
    sampler = _Sampler(world, parameters)
    for type_index, kind in enumerate(world.schema.types):
        members = np.arange(world.starts[type_index], world.starts[type_index + 1])
        if kind.role == "list":
            sampler.lists(members, kind.key)
            continue
        members = members[world.first_passage[members] >= 0]
        for section in kind.sections:
            sampler.section(members, kind.key, section)
    return sampler.facts()


class _Sampler:
    """Collects facts relation by relation."""

    def __init__(self, world: World, parameters: SyntheticParameters) -> None:
        self._world = world
        self._parameters = parameters
        self._rng = stream(parameters.seed, 1)
        self._parts: list[tuple[IntArray, int, IntArray, NDArray[np.bool_]]] = []
        self._popularity = [self._cumulated(i) for i in range(len(world.schema.types))]

    def section(self, members: IntArray, type_key: str, section: str) -> None:
        """Draw the facts that the passages of one section state about their subjects."""
        relations = [
            (i, relation)
            for i, relation in enumerate(self._world.schema.relations)
            if (relation.subject, relation.section) == (type_key, section)
        ]
        specific = [(i, r) for i, r in relations if not self._world.schema.is_common(r)]
        common = [(i, r) for i, r in relations if self._world.schema.is_common(r)]
        ranks = self._ranks(len(members), [relation.weight for _, relation in specific])
        wanted = self._numbers(len(members), len(specific))
        for column, (i, relation) in enumerate(specific):
            chosen = ranks[:, column] < wanted
            self._add(i, relation, members[chosen], ranks[chosen, column] == 0)
        if common:
            self._common(members, [i for i, _ in common])

    def _common(self, members: IntArray, relations: list[int]) -> None:
        """Draw facts about a common entity; a second fact is about the same one."""
        chosen = members[self._rng.random(len(members)) < self._parameters.hub_share]
        target = self._world.schema.type_index(self._world.schema.relations[relations[0]].object)
        objects = self._objects(target, len(chosen))
        again = self._rng.random(len(chosen)) < self._parameters.hub_repeats
        for position, index in enumerate(relations[:2]):
            held = again | (position == 0)
            anchored = np.zeros(int(held.sum()), dtype=bool)
            self._parts.append((chosen[held], index, objects[held], anchored))

    def lists(self, members: IntArray, type_key: str) -> None:
        """Draw the names that each list passage lists, popular ones more often."""
        relations = self._world.schema.relations
        index = next(i for i, r in enumerate(relations) if r.subject == type_key)
        types = [i for i, kind in enumerate(self._world.schema.types) if kind.role == "specific"]
        sizes = np.diff(self._world.starts)[types].astype(np.float64)
        for member in members.tolist():
            drawn = self._rng.choice(types, self._parameters.list_length, p=sizes / sizes.sum())
            names = np.unique(np.concatenate([self._objects(int(t), 1) for t in drawn]))
            names = self._rng.permutation(names)
            subjects = np.full(len(names), member, dtype=np.int64)
            self._parts.append((subjects, index, names, np.ones(len(names), dtype=bool)))

    def facts(self) -> Facts:
        """Return all facts in order."""
        subject = np.concatenate([part[0] for part in self._parts])
        relation = np.concatenate([np.full(len(p[0]), p[1], dtype=np.int64) for p in self._parts])
        order = np.lexsort((relation, subject))
        return Facts(
            subject=subject[order],
            relation=relation[order],
            object=np.concatenate([part[2] for part in self._parts])[order],
            anchored=np.concatenate([part[3] for part in self._parts])[order],
        )

    def _add(
        self, index: int, relation: Relation, subjects: IntArray, anchored: NDArray[np.bool_]
    ) -> None:
        target = self._world.schema.type_index(relation.object)
        objects = self._objects(target, len(subjects))
        start, stop = self._world.starts[target], self._world.starts[target + 1]
        own = objects == subjects
        objects[own] = start + (objects[own] - start + 1) % (stop - start)
        self._parts.append((subjects, index, objects, anchored))

    def _objects(self, type_index: int, n: int) -> IntArray:
        """Draw (n,) entities of a type by popularity."""
        positions = np.searchsorted(self._popularity[type_index], self._rng.random(n), side="right")
        drawn: IntArray = self._world.starts[type_index] + positions.astype(np.int64)
        return drawn

    def _cumulated(self, type_index: int) -> FloatArray:
        """Return cumulated popularities, proportional to (random rank) ** -skew."""
        size = int(self._world.starts[type_index + 1] - self._world.starts[type_index])
        ranks = self._rng.permutation(size) + 1.0
        total = np.cumsum(ranks**-self._parameters.skew)
        shares: FloatArray = total / total[-1] if size else total
        return shares

    def _ranks(self, n: int, weights: list[float]) -> IntArray:
        """Return (n, n_relations) ranks of relations in a weighted random order per subject.

        Reference: P. S. Efraimidis and P. G. Spirakis, *Weighted random sampling with a
        reservoir*, 2006 (keys u ** (1 / w), largest first).
        """
        keys = self._rng.random((n, len(weights))) ** (1.0 / np.asarray(weights))
        return np.argsort(np.argsort(-keys, axis=1, kind="stable"), axis=1, kind="stable")

    def _numbers(self, n: int, available: int) -> IntArray:
        """Return (n,) numbers of facts: the mean, rounded at random, plus -1, 0 or 1."""
        mean = self._parameters.facts_per_passage
        rounded = np.floor(mean + self._rng.random(n)).astype(np.int64)
        numbers: IntArray = np.clip(rounded + self._rng.integers(-1, 2, n), 1, available)
        return numbers
