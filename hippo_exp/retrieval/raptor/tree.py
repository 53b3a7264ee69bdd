"""The tree of summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from hippo_exp.types import IntArray


@dataclass(frozen=True, slots=True)
class Summary:
    """One summary of a group of nodes.

    Attributes:
        text: what the language model wrote.
        children: positions of the summarised nodes, ascending, at least two.
        level: 1 above passages, 2 above summaries of level 1, and so on.
    """

    text: str
    children: tuple[int, ...]
    level: int


@dataclass(frozen=True)
class SummaryTree:
    """Passages are the nodes 0 to n_passages - 1, summaries follow, lower levels first.

    A node may have several parents or none: groups overlap, and a group of one has no summary.

    Attributes:
        n_passages: number of leaves.
        summaries: (n_summaries,) in the order of their positions.
        counts: ``passages, summaries, levels, blank_summaries``.
    """

    n_passages: int
    summaries: tuple[Summary, ...]
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def n_nodes(self) -> int:
        """Passages and summaries."""
        return self.n_passages + len(self.summaries)

    def texts(self, contents: Sequence[str]) -> list[str]:
        """(n_nodes,) texts to index: the passages' contents (n_passages,), then the summaries."""
        return [*contents, *(summary.text for summary in self.summaries)]

    def leaves(self) -> tuple[IntArray, ...]:
        """(n_summaries,) the passages below each summary, ascending int64 positions."""
        below: list[IntArray] = []
        for summary in self.summaries:
            parts = [
                below[child - self.n_passages] if child >= self.n_passages else np.array([child])
                for child in summary.children
            ]
            below.append(np.unique(np.concatenate(parts)).astype(np.int64))
        return tuple(below)

    def summary_keys(self) -> tuple[str, ...]:
        """(n_summaries,) match keys that are no passage's: no title and no contents starts so."""
        return tuple(f"\nsummary {number}" for number in range(len(self.summaries)))
