"""The true chain of a question, as far as a reader has to know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chain:
    """The passages on which an answer rests, and the entities that join them.

    Attributes:
        passages: their positions.
        hops: the entities that at least two of them name.
    """

    passages: tuple[int, ...]
    hops: tuple[str, ...]


def chain_of(passages: Sequence[int], names: Sequence[Mapping[str, str]]) -> Chain:
    """The chain over a question's true passages.

    Args:
        passages: distinct positions of the passages.
        names: (n_passages of the corpus,) entity -> the phrase by which the passage names it.
    """
    counts: dict[str, int] = {}
    for passage in passages:
        for entity in names[passage]:
            counts[entity] = counts.get(entity, 0) + 1
    hops = tuple(sorted(entity for entity, count in counts.items() if count > 1))
    return Chain(tuple(passages), hops)
