"""Vectors and synonymy hits of an index that changes: only what is new is searched for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from hippo_exp.graph.incremental.nodes import NodeTable
from hippo_exp.graph.incremental.pairs import Touched
from hippo_exp.graph.incremental.rules import SynonymyRule
from hippo_exp.graph.incremental.segments import Hits, VectorSegments
from hippo_exp.graph.incremental.synonyms import SynonymLists
from hippo_exp.graph.synonymy import SCORE_TOLERANCE, eligible_sources
from hippo_exp.graph.synonymy.rows import checked_norms, checked_rows, divisors
from hippo_exp.types import FloatArray, IntArray, SynonymEdges, Vectors


class CheckedVectors(NamedTuple):
    """Vectors of new nodes, (n, dim), and their (n,) squared norms."""

    rows: Vectors
    squared_norms: FloatArray


def check_vectors(vectors: Vectors, phrases: Sequence[str]) -> CheckedVectors:
    """Look at vectors before anything is stored.

    Raises:
        GraphError: see ``checked_rows`` and ``checked_norms``.
    """
    rows = checked_rows(vectors, phrases)
    return CheckedVectors(rows, checked_norms(rows, phrases))


class SimilarNodes:
    """Keeps the hits of ``find_synonyms`` over all nodes while nodes come and go.

    Args:
        rule: which hits; None keeps vectors alone.
        nodes: phrases of the nodes, kept up to date by the owner.
    """

    def __init__(self, rule: SynonymyRule | None, nodes: NodeTable) -> None:
        self._rule = rule
        self._nodes = nodes
        self._vectors = VectorSegments()
        self._may_be_source: dict[int, None] = {}
        self.lists = SynonymLists(rule.max_neighbors if rule is not None else 0, nodes.phrases)

    def rows(self, numbers: IntArray) -> Vectors:
        """(n, dim) vectors of nodes."""
        return self._vectors.rows(numbers)[0]

    def load(
        self, new: IntArray, vectors: CheckedVectors, edges: SynonymEdges | None, touched: Touched
    ) -> None:
        """Store the first nodes with hits that are known, between positions in ``new``."""
        self._store(new, vectors)
        if self._rule is not None and edges is not None:
            sources, targets = new[edges.source].tolist(), new[edges.target].tolist()
            hits = zip(sources, targets, edges.score.tolist(), strict=True)
            self.lists.offer(hits, touched)

    def add(self, new: IntArray, vectors: CheckedVectors, touched: Touched) -> int:
        """Store nodes and search them among all; how many were searched."""
        self._store(new, vectors)
        if self._rule is None or not new.size:
            return 0
        norms = divisors(vectors.squared_norms)
        found = self._vectors.similar(vectors.rows, norms, self._floor(self._rule))
        self.lists.offer(self._directed(new, found), touched)
        return int(new.size)

    def remove(self, gone: Sequence[int], touched: Touched) -> int:
        """Forget nodes, and fill the lists that were full; how many nodes were searched."""
        for number in gone:
            self._may_be_source.pop(number, None)
        self._vectors.remove(np.array(sorted(gone), dtype=np.int64))
        short = np.array(self.lists.drop(gone, touched), dtype=np.int64)
        if self._rule is None or not short.size:
            return 0
        rows, norms = self._vectors.rows(short)
        found = self._vectors.similar(rows, norms, self._floor(self._rule))
        hits = _listed(short, found)
        self.lists.offer((hit for hit in hits if hit[0] != hit[1]), touched)
        return int(short.size)

    def _store(self, new: IntArray, vectors: CheckedVectors) -> None:
        self._vectors.add(new, *vectors)
        if self._rule is not None:
            phrases = [self._nodes.phrases[number] for number in new.tolist()]
            allowed = eligible_sources(
                phrases, min_alnum=self._rule.min_alnum, alnum=self._rule.alnum
            )
            self._may_be_source |= dict.fromkeys(new[allowed].tolist())

    def _directed(self, new: IntArray, found: Hits) -> Iterator[tuple[int, int, float]]:
        """Hits in both directions; a pair of two new nodes was found from either."""
        first = int(new[0])
        for one, two, score in _listed(new, found):
            if one == two:
                continue
            if one in self._may_be_source:
                yield one, two, score
            if two < first and two in self._may_be_source:
                yield two, one, score

    @staticmethod
    def _floor(rule: SynonymyRule) -> float:
        return rule.threshold - SCORE_TOLERANCE


def _listed(searched: IntArray, found: Hits) -> Iterator[tuple[int, int, float]]:
    """(searched node, found node, score) of each hit."""
    ones = searched[found.row].tolist()
    return zip(ones, found.node.tolist(), found.score.tolist(), strict=True)
