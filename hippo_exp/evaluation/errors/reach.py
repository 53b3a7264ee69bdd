"""Which gold passages are reached, by the graph's nodes or by the phrases of their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hippo_exp.evaluation.errors.index import ErrorIndex, spaced

T = TypeVar("T", int, str)


@dataclass(frozen=True)
class Gold:
    """One gold key of a question.

    Attributes:
        key: the match key.
        passages: corpus positions of the passages with this key.
        nodes: the nodes that they hold.
        same: these and the nodes joined to them by synonymy edges.
        text: their normalised contents, spaced.
    """

    key: str
    passages: tuple[int, ...]
    nodes: frozenset[int]
    same: frozenset[int]
    text: str


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """How a gold passage is reached.

    Attributes:
        source: place of the gold passage before it; None at the start of a way.
        by: the nodes, or the phrases, that lead to it, sorted.
    """

    source: int | None
    by: tuple[T, ...]


def gold_of(index: ErrorIndex, keys: Sequence[str]) -> list[Gold]:
    """The gold keys of a question with what stands in their passages."""
    found = []
    for key in keys:
        passages = index.passages_of.get(key, ())
        nodes = index.held(passages)
        same, text = frozenset(index.same(nodes)), index.text(passages)
        found.append(Gold(key, passages, frozenset(nodes), same, text))
    return found


def reach_by_nodes(
    index: ErrorIndex, gold: Sequence[Gold], seeds: Sequence[int]
) -> dict[int, Step[int]]:
    """Place in ``gold`` -> how it is reached from seed nodes; see the package.

    A step names the equal nodes that lead to the passage, and synonymous ones only without these.
    """
    asked, alike = frozenset(seeds), frozenset(index.same(seeds))
    starts = {}
    for place, item in enumerate(gold):
        by = item.nodes & asked or item.nodes & alike
        if by:
            starts[place] = Step(None, tuple(sorted(by)))

    def joined(one: int, two: int) -> tuple[int, ...]:
        nodes = gold[two].nodes
        return tuple(sorted(gold[one].nodes & nodes or gold[one].same & nodes))

    return _closure(starts, len(gold), joined)


class PhraseReach:
    """Reaching as if every phrase of a gold passage's text were a node of it.

    Phrases are the nodes and names of the gold passages and the query entities; those without a
    letter (years, numbers) are left out.

    Args:
        index: the index.
        gold: the gold keys.
        entities: normalised query entities.
    """

    def __init__(self, index: ErrorIndex, gold: Sequence[Gold], entities: Sequence[str]) -> None:
        self._nodes = [[index.graph.nodes[node] for node in sorted(item.nodes)] for item in gold]
        known = [phrase for phrases in self._nodes for phrase in phrases]
        known += [name for item in gold for name in index.phrases(item.passages)]
        words = [text for text in dict.fromkeys([*entities, *known]) if any(map(str.isalpha, text))]
        there = [[phrase for phrase in words if spaced(phrase) in item.text] for item in gold]
        self._has = [
            frozenset([*stands, *holds]).intersection(words)
            for stands, holds in zip(there, self._nodes, strict=True)
        ]
        self._asked = frozenset(entities)

    def with_entity(self, reached: Mapping[int, object]) -> tuple[dict[int, Step[str]], ...]:
        """Starts at the passages that are not reached and whose text has a query entity.

        Returns:
            Those that have one in no fact, not even as a part of a node; and the others.
        """
        lacking: dict[int, Step[str]] = {}
        part: dict[int, Step[str]] = {}
        for place, phrases in enumerate(self._has):
            by = tuple(sorted(phrases & self._asked))
            if not by or place in reached:
                continue
            words = " ".join(spaced(node) for node in self._nodes[place])
            absent = tuple(phrase for phrase in by if spaced(phrase) not in words)
            (lacking if absent else part)[place] = Step(None, absent or by)
        return lacking, part

    def reach(self, starts: Mapping[int, Step[str]]) -> dict[int, Step[str]]:
        """Place in ``gold`` -> how it is reached from the starts, in their order."""
        has = self._has
        return _closure(starts, len(has), lambda one, two: tuple(sorted(has[one] & has[two])))


def way(reached: Mapping[int, Step[T]], place: int) -> list[int]:
    """The places from the start of the way to a reached place."""
    places = [place]
    while (source := reached[places[-1]].source) is not None:
        places.append(source)
    return places[::-1]


def _closure(
    starts: Mapping[int, Step[T]], n_gold: int, joined: Callable[[int, int], tuple[T, ...]]
) -> dict[int, Step[T]]:
    """Breadth first from the starts, in their order; each place by the first that leads to it.

    Args:
        starts: place -> its step.
        n_gold: number of places.
        joined: what leads from one place to another; nothing where nothing does.
    """
    found = dict(starts)
    queue = list(found)
    for one in queue:  # grows while it is read
        for two in range(n_gold):
            if two not in found and (by := joined(one, two)):
                found[two] = Step(one, by)
                queue.append(two)
    return found
