"""The nodes of an index that changes: numbers, phrases, and how many passages hold each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hippo_exp.types import IntArray


class NodeTable:
    """Nodes by number; a number is given once and never again.

    Attributes:
        phrases: number -> phrase.
        numbers: phrase -> number.
        passages: number -> passages that hold the node, at least 1.
        n_given: numbers given so far.
    """

    def __init__(self) -> None:
        self.phrases: dict[int, str] = {}
        self.numbers: dict[str, int] = {}
        self.passages: dict[int, int] = {}
        self.n_given = 0

    def __len__(self) -> int:
        return len(self.phrases)

    def unknown(self, phrases: Sequence[str]) -> list[str]:
        """Those that are no node yet."""
        return [phrase for phrase in phrases if phrase not in self.numbers]

    def give(self, phrases: Sequence[str]) -> IntArray:
        """Number new nodes, which no passage holds yet."""
        first = self.n_given
        self.n_given += len(phrases)
        for number, phrase in enumerate(phrases, start=first):
            self.phrases[number] = phrase
            self.numbers[phrase] = number
            self.passages[number] = 0
        return np.arange(first, self.n_given)

    def at(self, phrases: Sequence[str]) -> IntArray:
        """(n,) numbers of nodes."""
        numbers = (self.numbers[phrase] for phrase in phrases)
        return np.fromiter(numbers, np.int64, len(phrases))

    def count(self, held: Mapping[int, int], sign: int) -> list[int]:
        """Add passages to nodes or take them away; the nodes that no passage holds now, removed.

        Args:
            held: number -> passages that hold the node.
            sign: 1 or -1.
        """
        gone = []
        for number, passages in held.items():
            self.passages[number] += sign * passages
            if not self.passages[number]:
                gone.append(number)
        for number in gone:
            del self.numbers[self.phrases.pop(number)]
            del self.passages[number]
        return gone

    def in_order(self) -> tuple[tuple[str, ...], IntArray]:
        """All phrases in code-point order, and their numbers."""
        phrases = tuple(sorted(self.numbers))
        return phrases, self.at(phrases)
