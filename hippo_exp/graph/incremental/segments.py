"""Node vectors in segments that are merged as they grow, and the search of some rows among all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.graph.incremental.near import NearRows, make_near
from hippo_exp.graph.synonymy.rows import divisors, rounded_cosines, row_products
from hippo_exp.types import FloatArray, IntArray, Vectors

_ROWS = 256
"""Rows that are searched at a time."""
_PAIRS = 4096
"""Pairs that are scored at a time; an encoder may find everything similar."""
_SMALL = 512
"""Rows up to which a segment is merged with the next one in any case: searching it costs little."""


class Hits(NamedTuple):
    """Pairs of a searched row and a stored node, (n_hits,) each."""

    row: IntArray
    node: IntArray
    score: NDArray[np.float32]


class _Segment:
    """Vectors of some nodes, numbers ascending; removed ones are marked until the next merge."""

    def __init__(self, nodes: IntArray, rows: Vectors, norms: FloatArray) -> None:
        self.nodes = nodes
        self.rows = rows
        self.norms = norms
        self.alive = np.ones(nodes.size, dtype=np.bool_)
        self.n_alive = nodes.size
        self._near: NearRows | None = None

    def places(self, nodes: IntArray) -> tuple[IntArray, IntArray]:
        """Which of some nodes are stored here (positions in ``nodes``), and their rows."""
        rows = np.searchsorted(self.nodes, nodes)
        here = np.flatnonzero(self.nodes[np.minimum(rows, self.nodes.size - 1)] == nodes)
        here = here[self.alive[rows[here]]]
        return here, rows[here]

    def remove(self, rows: IntArray) -> None:
        self.alive[rows] = False
        self.n_alive -= rows.size

    def without_removed(self) -> _Segment:
        if self.n_alive == self.nodes.size:
            return self
        kept = np.flatnonzero(self.alive)
        return _Segment(self.nodes[kept], self.rows[kept], self.norms[kept])

    def similar(self, vectors: Vectors, norms: FloatArray, floor: float) -> Hits:
        """Pairs of a row of ``vectors`` and a node here whose score reaches ``floor``."""
        if self._near is None:
            self._near = make_near(self.rows)
        row, column = self._near.candidates(vectors, floor)
        alive = self.alive[column]
        row, column = row[alive], column[alive]
        score = np.empty(row.size, dtype=np.float32)
        for start in range(0, row.size, _PAIRS):
            one, two = row[start : start + _PAIRS], column[start : start + _PAIRS]
            products = row_products(vectors[one], self.rows[two])
            score[start : start + _PAIRS] = rounded_cosines(products, norms[one], self.norms[two])
        reached = score >= floor
        return Hits(row[reached], self.nodes[column[reached]], score[reached])


class VectorSegments:
    """Vectors by node number, in few segments of growing size.

    A new segment is merged with the one before it while that is small or has at most twice its
    rows, so that each vector is copied a logarithmic number of times, and there are
    logarithmically many segments. A segment more than half of whose rows are removed is written
    anew.
    """

    def __init__(self) -> None:
        self._segments: list[_Segment] = []

    def add(self, nodes: IntArray, rows: Vectors, squared_norms: FloatArray) -> None:
        """Store vectors of new nodes, whose numbers ascend and are above all stored ones.

        Args:
            nodes: (n,) numbers.
            rows: (n, dim) float32, see ``checked_rows``; kept, not copied.
            squared_norms: (n,) see ``checked_norms``.
        """
        if not nodes.size:
            return
        self._segments.append(_Segment(nodes, rows, divisors(squared_norms)))
        while len(self._segments) > 1:
            last, before = self._segments[-1], self._segments[-2]
            if before.n_alive > max(2 * last.n_alive, _SMALL):
                break
            self._segments[-2:] = [_merged(before.without_removed(), last.without_removed())]

    def remove(self, nodes: IntArray) -> None:
        """Forget some nodes."""
        kept = []
        for segment in self._segments:
            segment.remove(segment.places(nodes)[1])
            if 2 * segment.n_alive >= segment.nodes.size:
                kept.append(segment)
            elif segment.n_alive:
                kept.append(segment.without_removed())
        self._segments = kept

    def rows(self, nodes: IntArray) -> tuple[Vectors, FloatArray]:
        """(n, dim) vectors of stored nodes in the order given, and their (n,) norms."""
        found = [(segment, *segment.places(nodes)) for segment in self._segments]
        order = np.argsort(np.concatenate([here for _, here, _ in found]), kind="stable")
        rows = _stacked([segment.rows[places] for segment, _, places in found])
        norms = np.concatenate([segment.norms[places] for segment, _, places in found])
        return rows[order], norms[order]

    def similar(self, vectors: Vectors, norms: FloatArray, floor: float) -> Hits:
        """All stored nodes whose cosine with a row reaches ``floor``, the row itself included.

        The scores are those of ``find_synonyms`` to the bit.

        Args:
            vectors: (n, dim) rows to search with.
            norms: (n,) their norms, 1 for a zero row.
            floor: the least score, above 0.
        """
        parts = [Hits(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))]
        for start in range(0, vectors.shape[0], _ROWS):
            block = slice(start, start + _ROWS)
            for segment in self._segments:
                found = segment.similar(vectors[block], norms[block], floor)
                parts.append(Hits(found.row + start, found.node, found.score))
        return Hits(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _merged(one: _Segment, two: _Segment) -> _Segment:
    return _Segment(
        np.concatenate([one.nodes, two.nodes]),
        _stacked([one.rows, two.rows]),
        np.concatenate([one.norms, two.norms]),
    )


def _stacked(parts: Sequence[Vectors]) -> Vectors:
    if all(isinstance(part, np.ndarray) for part in parts):
        return np.concatenate([np.asarray(part) for part in parts])
    rows = [sparse.csr_array(part) for part in parts]
    return sparse.csr_array(sparse.vstack(rows, format="csr"))
