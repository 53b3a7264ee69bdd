"""Collects scored pairs block by block and never holds many more than the final edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hippo_exp.graph.synonymy.rows import divisors, rounded_cosines
from hippo_exp.graph.synonymy.select import SCORE_TOLERANCE, select_synonyms
from hippo_exp.types import FloatArray, IntArray, SynonymEdges

SCREEN_MARGIN = 1e-5
"""How far a float32 block product may lie from the exact score."""

_BYTES_PER_EDGE = 128  # an edge while it waits and is sorted


class EdgePool:
    """A growing set of synonymy edges, cut to the rule whenever it exceeds its share of memory.

    A pair is unordered: it makes an edge from each end that may be a source. Once a source is
    known to have its full number of neighbours, only pairs that can displace one are wanted.

    Args:
        eligible: (n_nodes,) bool, which nodes may be sources.
        squared_norms: (n_nodes,) float64 squared L2 norms, about 1 or 0.
        threshold: the least score.
        max_neighbors: the cap for each source.
        budget: bytes that waiting edges and their sorting may take, beside the result itself.

    Attributes:
        least: (n_nodes,) float64, the least score with which an edge from this node can still
            enter; infinite where the node may not be a source.
    """

    def __init__(
        self,
        eligible: NDArray[np.bool_],
        squared_norms: FloatArray,
        *,
        threshold: float,
        max_neighbors: int,
        budget: int,
    ) -> None:
        self._norms = divisors(squared_norms)
        self.threshold = threshold
        self.max_neighbors = max_neighbors
        self.least: FloatArray = np.where(eligible, threshold - SCORE_TOLERANCE, np.inf)
        self._limit = max(budget // (2 * _BYTES_PER_EDGE), 1024)
        self._shard = max(self._limit // max_neighbors, 1)
        n_shards = -(-eligible.size // self._shard)
        self._edges = [_concatenate([])] * n_shards
        self._waiting: list[SynonymEdges] = []
        self._n_waiting = 0

    @property
    def floor(self) -> float:
        """The least score with which any pair can enter, whatever is known by now."""
        return self.threshold - SCORE_TOLERANCE

    def wanted(self, one: IntArray, two: IntArray, bound: FloatArray) -> NDArray[np.bool_]:
        """(n,) True where a pair whose score is at most about ``bound`` can still enter."""
        least = np.minimum(self.least[one], self.least[two])
        wanted: NDArray[np.bool_] = bound >= least - SCREEN_MARGIN
        return wanted

    def add(self, one: IntArray, two: IntArray, product: FloatArray) -> None:
        """Add float64 dot products of pairs, each unordered pair once."""
        rounded = rounded_cosines(product, self._norms[one], self._norms[two])
        for source, target in ((one, two), (two, one)):
            chosen = rounded >= self.least[source]
            hits = SynonymEdges(source[chosen], target[chosen], rounded[chosen])
            self._waiting.append(hits)
            self._n_waiting += hits.score.size
        if self._n_waiting > self._limit:
            self._compact()

    def finish(self) -> SynonymEdges:
        """Return the edges."""
        self._compact()
        return _concatenate(self._edges)

    def _compact(self) -> None:
        """Sort the waiting edges into their shards of sources, one shard at a time."""
        waiting = _concatenate(self._waiting)
        self._waiting.clear()
        self._n_waiting = 0
        shards = waiting.source // self._shard
        for shard in np.unique(shards):
            here = shards == shard
            new = SynonymEdges(waiting.source[here], waiting.target[here], waiting.score[here])
            both = _concatenate([self._edges[shard], new])
            edges = select_synonyms(
                both.source,
                both.target,
                both.score,
                threshold=self.threshold,
                max_neighbors=self.max_neighbors,
            )
            self._edges[shard] = edges
            full = np.flatnonzero(np.bincount(edges.source) == self.max_neighbors)
            last = np.searchsorted(edges.source, full, side="right") - 1
            self.least[full] = np.maximum(self.least[full], edges.score[last])


def _concatenate(parts: list[SynonymEdges]) -> SynonymEdges:
    return SynonymEdges(
        np.concatenate([np.empty(0, np.int64), *(part.source for part in parts)]),
        np.concatenate([np.empty(0, np.int64), *(part.target for part in parts)]),
        np.concatenate([np.empty(0, np.float32), *(part.score for part in parts)]),
    )
