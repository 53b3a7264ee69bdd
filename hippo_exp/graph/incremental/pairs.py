"""Weighted pairs of nodes by number: what changed, and the rows of the adjacency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from hippo_exp.graph.pair_weights import PairWeights
from hippo_exp.types import FloatArray

Pair = tuple[int, int]


class Touched:
    """Unordered pairs whose weight has to be computed again, each once, in order of mention."""

    def __init__(self) -> None:
        self._pairs: dict[Pair, None] = {}

    def add(self, one: int, two: int) -> None:
        """Name a pair."""
        self._pairs[(one, two) if one < two else (two, one)] = None

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self._pairs)


class AdjacencyRows:
    """The symmetric adjacency, one mapping for each node that has an edge.

    Reading or changing one row costs what that row holds, whatever the size of the graph.
    """

    def __init__(self, formula: PairWeights) -> None:
        self._formula = formula
        self._rows: dict[int, dict[int, float]] = {}

    @property
    def rows(self) -> Mapping[int, Mapping[int, float]]:
        """Node -> neighbour -> weight > 0."""
        return self._rows

    def rewrite(
        self,
        pairs: Sequence[Pair],
        joined: Sequence[int],
        upward: Sequence[float],
        downward: Sequence[float],
    ) -> None:
        """Set pairs to the weight that their triples and synonymy hits give now.

        Args:
            pairs: (n,) node numbers.
            joined: (n,) triple occurrences that join them.
            upward, downward: (n,) scores of the hits in both directions, 0 where there is none.
        """
        counts, one, two = (_floats(values) for values in (joined, upward, downward))
        weights = self._formula(counts, one, two).tolist()
        for (first, second), weight in zip(pairs, weights, strict=True):
            for row, column in ((first, second), (second, first)):
                if weight > 0:
                    self._rows.setdefault(row, {})[column] = weight
                elif row in self._rows:
                    self._rows[row].pop(column, None)
                    if not self._rows[row]:
                        del self._rows[row]


def _floats(values: Sequence[float]) -> FloatArray:
    return np.array(values, dtype=np.float64)
