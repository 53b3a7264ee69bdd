"""What joins two nodes: the facts of the passages, and the synonymy hits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hippo_exp.graph.edges import check_positions, checked_hits, pair_keys
from hippo_exp.types import FactTable, FloatArray, IntArray, SynonymEdges

EdgeKind = Literal["fact", "synonymy", "fact+synonymy"]


@dataclass(frozen=True, slots=True)
class EdgeOrigin:
    """Where an edge comes from.

    Attributes:
        facts: positions of the facts that join the two nodes, whichever is the subject, ascending.
        passages: positions of the passages that state one of them, ascending.
        similarity: the larger score of the two directed synonymy hits; 0 without one.
    """

    facts: tuple[int, ...]
    passages: tuple[int, ...]
    similarity: float

    @property
    def kind(self) -> EdgeKind:
        """``fact``, ``synonymy``, or both."""
        if not self.similarity:
            return "fact"
        return "fact+synonymy" if self.facts else "synonymy"


class EdgeOrigins:
    """Looks up the origin of any edge of a graph.

    Args:
        facts: the fact table that the graph was built from.
        synonyms: its synonymy hits, None for a graph without them; hits of a score <= 0, which
            make no edge, are passed over.

    Raises:
        GraphError: positions outside the nodes, or hits that can only be a defect.
    """

    def __init__(self, facts: FactTable, synonyms: SynonymEdges | None) -> None:
        self._n_nodes = len(facts.nodes)
        check_positions(facts.fact_ends, self._n_nodes, "fact table")
        subjects, objects = facts.fact_ends.T
        proper = np.flatnonzero(subjects != objects)
        keys = pair_keys(subjects[proper], objects[proper], self._n_nodes)
        order = np.argsort(keys, kind="stable")
        self._fact_keys, self._facts = keys[order], proper[order]
        hits = checked_hits(synonyms, facts.nodes)
        keys = pair_keys(hits.source, hits.target, self._n_nodes)
        order = np.argsort(keys, kind="stable")
        self._hit_keys: IntArray = keys[order]
        self._scores: FloatArray = hits.score[order].astype(np.float64)
        self._stated = facts.passage_facts.tocsc()

    def of(self, one: int, two: int) -> EdgeOrigin:
        """The origin of the edge between two nodes, in either order."""
        return next(self.each(np.array([one]), np.array([two])))

    def each(self, ones: IntArray, twos: IntArray) -> Iterator[EdgeOrigin]:
        """The origins of many edges, one after the other.

        Args:
            ones, twos: (n_edges,) node positions.

        Raises:
            ValueError: a pair that neither a fact nor a synonymy hit joins.
        """
        keys = pair_keys(ones, twos, self._n_nodes)
        facts, hits = _spans(self._fact_keys, keys), _spans(self._hit_keys, keys)
        for place, (fact_span, hit_span) in enumerate(zip(facts, hits, strict=True)):
            scores = self._scores[slice(*hit_span)]
            found = tuple(self._facts[slice(*fact_span)].tolist())
            if not found and not scores.size:
                raise ValueError(f"nothing joins the nodes {ones[place]} and {twos[place]}")
            similarity = float(scores.max()) if scores.size else 0.0
            yield EdgeOrigin(found, self._passages(found), similarity)

    def _passages(self, facts: tuple[int, ...]) -> tuple[int, ...]:
        bounds, rows = self._stated.indptr, self._stated.indices
        if len(facts) == 1:
            return tuple(rows[bounds[facts[0]] : bounds[facts[0] + 1]].tolist())
        parts = [rows[bounds[fact] : bounds[fact + 1]] for fact in facts]
        return tuple(np.unique(np.concatenate(parts)).tolist()) if parts else ()


def _spans(known: IntArray, wanted: IntArray) -> list[list[int]]:
    """(n_wanted, 2) begin and end of each wanted key among the sorted known ones."""
    sides = (np.searchsorted(known, wanted, "left"), np.searchsorted(known, wanted, "right"))
    spans: list[list[int]] = np.stack(sides, axis=1).tolist()
    return spans
