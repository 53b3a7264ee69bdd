"""Paths of facts from an entity: within the gold passages, and alike in the whole corpus."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from hippo_exp.pathfinding.classes.corpus import FactCorpus, Step

Steps = tuple[Step, ...]
"""The relations of a path, each with its direction."""


class Leg(NamedTuple):
    """A path within the gold passages.

    Attributes:
        steps: its relations.
        through: the entities between its ends.
    """

    steps: Steps
    through: tuple[str, ...]


def gold_paths(
    corpus: FactCorpus, gold: Sequence[int], start: str, within: int, avoid: Collection[str]
) -> Mapping[str, tuple[Leg, ...]]:
    """Entity -> the distinct legs to it, shortest first, over the facts of the gold passages.

    Args:
        corpus: facts.
        gold: positions of the gold passages.
        start: where the paths begin.
        within: largest number of facts.
        avoid: entities that no path comes to; no path comes to one of its entities twice.
    """
    around: dict[str, dict[tuple[Step, str], None]] = {}
    for passage in gold:
        for near, item in corpus.facts(passage):
            around.setdefault(near, {})[item.step, item.far] = None
    found: dict[str, dict[Leg, None]] = {}
    frontier: list[tuple[tuple[str, ...], Steps]] = [((start,), ())]
    for _ in range(within):
        further = []
        for visited, steps in frontier:
            for step, far in around.get(visited[-1], ()):
                if far not in visited and far not in avoid:
                    further.append(((*visited, far), (*steps, step)))
                    found.setdefault(far, {})[Leg((*steps, step), visited[1:])] = None
        frontier = further
    return {entity: tuple(legs) for entity, legs in found.items()}


def reached_alike(corpus: FactCorpus, start: str, steps: Steps) -> Mapping[str, None]:
    """The entities at the ends of all paths from ``start`` with these steps, as keys."""
    ends = {start: None}
    for step in steps:
        ends = {item.far: None for near in ends for item in corpus.along(near, step)}
    return ends


def distances(
    corpus: FactCorpus, start: str, within: int, avoid: Collection[str]
) -> Mapping[str, int]:
    """Entity -> least number of facts from ``start``, for those at most ``within`` away."""
    found = {start: 0}
    frontier = [start]
    for distance in range(1, within + 1):
        further = []
        for near in frontier:
            for item in corpus.continuations(near):
                if item.far not in found and item.far not in avoid:
                    found[item.far] = distance
                    further.append(item.far)
        frontier = further
    del found[start]
    return found
