"""Entities, facts and passages as arrays, before they have names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.benchmark.side import side_relations
from hippo_exp.pathfinding.corpus import Schema
from hippo_exp.types import IntArray


@dataclass(frozen=True)
class Ground:
    """What is true and where it is stated; ``relation`` and ``object`` are changed in place.

    Attributes:
        types: (n_nodes,) int64 position of each node's type.
        subject: (n_facts,) int64 node.
        relation: (n_facts,) int64 position in the schema's relations.
        object: (n_facts,) int64 node.
        passage: (n_facts,) int64 the one passage that states the fact.
        subjects: (n_passages,) int64 the node that a passage is about.
    """

    types: IntArray
    subject: IntArray
    relation: IntArray
    object: IntArray
    passage: IntArray
    subjects: IntArray


class GroundBuilder:
    """Collects nodes, facts and passages.

    Args:
        schema: types and relations.
        rng: random choices.
    """

    def __init__(self, schema: Schema, rng: np.random.Generator) -> None:
        self._schema = schema
        self._rng = rng
        self._object_types = np.array(
            [schema.type_index(r.object) if r.object else -1 for r in schema.relations]
        )
        self._types: list[IntArray] = []
        self._facts: list[tuple[IntArray, IntArray, IntArray, IntArray]] = []
        self._subjects: list[IntArray] = []
        self.n_nodes = self.n_facts = self.n_passages = 0

    def nodes(self, types: IntArray) -> IntArray:
        """Add (n,) nodes of given types; returns their ids."""
        self._types.append(types.astype(np.int64))
        self.n_nodes += len(types)
        return np.arange(self.n_nodes - len(types), self.n_nodes, dtype=np.int64)

    def of_type(self, kind: int, n: int) -> IntArray:
        """Add (n,) nodes of one type; returns their ids."""
        return self.nodes(np.full(n, kind, dtype=np.int64))

    def passages(self, subjects: IntArray) -> IntArray:
        """Add (n,) passages, each about one node; returns their numbers."""
        self._subjects.append(subjects)
        self.n_passages += len(subjects)
        return np.arange(self.n_passages - len(subjects), self.n_passages, dtype=np.int64)

    def facts(
        self, subject: IntArray, relation: IntArray | int, objects: IntArray, passage: IntArray
    ) -> IntArray:
        """Add (n,) facts; returns their ids."""
        relations = np.broadcast_to(np.asarray(relation, dtype=np.int64), subject.shape)
        self._facts.append((subject, relations, objects, passage))
        self.n_facts += len(subject)
        return np.arange(self.n_facts - len(subject), self.n_facts, dtype=np.int64)

    def side_facts(
        self, subject: IntArray, kind: int, passage: IntArray, excluded: Sequence[int] = ()
    ) -> IntArray:
        """Add (n,) facts about subjects of one type, each with an object that nothing else names.

        Args:
            subject: (n,) nodes.
            kind: their type.
            passage: (n,) passages that state the facts.
            excluded: relations not to be used.

        Returns:
            (n,) int64 fact ids.
        """
        known = np.array(side_relations(self._schema, kind, excluded))
        relations = self._rng.choice(known, size=len(subject))
        return self.facts(subject, relations, self.nodes(self._object_types[relations]), passage)

    def pages(self, nodes: IntArray, kind: int, n_facts: int) -> None:
        """Add one passage about each of some nodes of one type, with ``n_facts`` side facts."""
        numbers = self.passages(nodes)
        for _ in range(n_facts):
            self.side_facts(nodes, kind, numbers)

    def ground(self) -> Ground:
        """Return everything as arrays."""
        subject, relation, objects, passage = map(np.concatenate, zip(*self._facts, strict=True))
        return Ground(
            types=np.concatenate(self._types),
            subject=subject,
            relation=relation,
            object=objects,
            passage=passage,
            subjects=np.concatenate(self._subjects),
        )
