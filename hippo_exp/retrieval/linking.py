"""Query entities to graph nodes: for each entity the one nearest node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from hippo_exp.errors import EncoderError
from hippo_exp.retrieval.similarity import VectorIndex, row_norms
from hippo_exp.types import FloatArray, IntArray, Vectors

DECIMALS = 6
"""Cosines of float32 vectors are compared at this many places; equal ones go to the first node."""


@dataclass(frozen=True)
class Links:
    """The nearest node of each entity.

    Attributes:
        nodes: (n_entities,) int64 node positions, -1 for an entity that is not linkable.
        cosines: (n_entities,) float64 cosine with that node, or another similarity that is 1 for
            the phrase itself; 0 where not linkable.
    """

    nodes: IntArray
    cosines: FloatArray


class Linker(Protocol):
    """Finds the one node that a phrase means (official behaviour, row 9)."""

    @property
    def n_nodes(self) -> int:
        """Number of nodes that can be linked to; positions are those of the graph."""
        ...

    def link(self, phrases: Sequence[str]) -> Links:
        """The nearest node of each phrase; no phrase changes the link of another."""
        ...


class CosineLinker:
    """Links by the cosine of phrase vectors, see :func:`link_entities`.

    Args:
        node_vectors: (n_nodes, dim) phrase vectors of the nodes, dense or sparse.
        encode_phrases: phrases to (n_phrases, dim) vectors of the same kind.

    Raises:
        EncoderError: node vectors that are not finite.
    """

    def __init__(
        self, node_vectors: Vectors, encode_phrases: Callable[[Sequence[str]], Vectors]
    ) -> None:
        self._nodes = VectorIndex(node_vectors, what="node vectors")
        self._encode = encode_phrases

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return int(self._nodes.n_items)

    def link(self, phrases: Sequence[str]) -> Links:
        """Link each phrase.

        Raises:
            EncoderError: phrase vectors of another number, dimension or kind, or not finite.
        """
        vectors = self._encode(phrases)
        if vectors.shape[0] != len(phrases):
            raise EncoderError(
                f"{vectors.shape[0]} vectors for {len(phrases)} phrases",
                where="encoder",
                fix="return one vector per phrase",
            )
        return link_entities(vectors, self._nodes)


def link_entities(entity_vectors: Vectors, nodes: VectorIndex) -> Links:
    """Link each entity to the node of the highest cosine (paper, section 2.3; row 9).

    Equal cosines (to :data:`DECIMALS` places) go to the first node. An entity is not linkable
    when its vector is zero or no node has a positive cosine with it, that is, when nothing
    speaks for any node. Vectors need not be normalised.

    Args:
        entity_vectors: (n_entities, dim) of the same kind as the node vectors.
        nodes: index over (n_nodes, dim) node vectors; a zero vector is never linked to.

    Returns:
        Links of the entities in their order; work is done in blocks within the index's memory.

    Raises:
        EncoderError: vectors of another dimension or kind, or not finite.
    """
    n_entities = entity_vectors.shape[0]
    best = np.full(n_entities, -1, dtype=np.int64)
    cosines = np.zeros(n_entities)
    keys = np.zeros(n_entities)  # the best rounded cosine so far: 0 means none
    entity_scale = _inverse(row_norms(entity_vectors))
    node_scale = _inverse(nodes.norms)
    for rows, columns, found in nodes.blocks(entity_vectors, "entity vectors"):
        if not found.shape[1]:  # a graph without nodes
            continue
        found *= entity_scale[rows, None]
        found *= node_scale[columns]
        highest = found.max(axis=1)
        key = np.round(highest, DECIMALS)
        equal_from = np.minimum(highest, key - 0.5 * 10.0**-DECIMALS)
        position = (found >= equal_from[:, None]).argmax(axis=1)
        better = key > keys[rows]
        keys[rows] = np.where(better, key, keys[rows])
        best[rows] = np.where(better, position + columns.start, best[rows])
        cosines[rows] = np.where(better, found[np.arange(position.size), position], cosines[rows])
    return Links(best, np.minimum(cosines, 1.0))


def _inverse(norms: FloatArray) -> FloatArray:
    """1 / norm, and 0 for a zero vector."""
    return np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
