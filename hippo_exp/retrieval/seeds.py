"""A query's linked entities and the restart weights that they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.graph import inverse_document_frequency
from hippo_exp.types import FloatArray, KnowledgeGraph, Query

LinkMerge = Literal["set", "sum"]
NodeSpecificity = bool | Literal["idf"]
"""True: 1 / number of passages; False: 1; ``idf``: see ``graph.inverse_document_frequency``."""


@dataclass(frozen=True, slots=True)
class LinkedEntity:
    """One query entity.

    Attributes:
        entity: as it stands in the query.
        phrase: normalised; empty when the normaliser erases it.
        node: position of its node, -1 when it is not linkable.
        cosine: similarity of phrase and node, 0 when it is not linkable.
    """

    entity: str
    phrase: str
    node: int
    cosine: float


@dataclass(frozen=True, slots=True)
class LinkedQuery:
    """A query with its entities linked.

    Attributes:
        query: the query.
        entities: in the query's order.
        outcome: ``ok``; ``partly_linked`` when only some entities have a node; ``no_entity``,
            ``not_linkable`` or ``empty_graph`` when none has.
    """

    query: Query
    entities: tuple[LinkedEntity, ...]
    outcome: str

    @property
    def is_linked(self) -> bool:
        """Whether at least one entity has a node."""
        return any(entity.node >= 0 for entity in self.entities)

    @property
    def lowest_cosine(self) -> float:
        """The smallest cosine of a linked entity; infinite when there is none."""
        return min(
            (entity.cosine for entity in self.entities if entity.node >= 0), default=float("inf")
        )


def seed_weights(graph: KnowledgeGraph, kind: NodeSpecificity) -> FloatArray:
    """(n_nodes,) weight of one link to each node.

    Raises:
        ConfigError: an unknown kind.
    """
    if kind == "idf":
        return inverse_document_frequency(graph.passage_nodes)
    if not isinstance(kind, bool):
        raise ConfigError(
            f"{kind!r} is no weight of nodes",
            where="retriever.hipporag.node_specificity",
            fix="true, false or idf",
        )
    return graph.specificity if kind else np.ones_like(graph.specificity)


def restart_weights(
    entities: Sequence[LinkedEntity], node_weights: FloatArray, merge: LinkMerge
) -> dict[int, float]:
    """The restart weight of every seed node, in ascending order of nodes.

    Several entities on one node: ``set`` gives the node its weight once (official behaviour,
    row 9); ``sum`` gives it once for each distinct phrase. Neither depends on the order of the
    entities, and a repeated phrase never counts again.

    Args:
        entities: linked entities; those without a node are passed over.
        node_weights: (n_nodes,) weight of one link to the node, see :func:`seed_weights`.
        merge: ``set`` or ``sum``.
    """
    phrases = sorted({(entity.node, entity.phrase) for entity in entities if entity.node >= 0})
    weights: dict[int, float] = {}
    counts: dict[int, int] = {}
    for node, _ in phrases:
        counts[node] = 1 if merge == "set" else counts.get(node, 0) + 1
        weights[node] = counts[node] * float(node_weights[node])
    return weights


def restart_matrix(
    linked: Sequence[LinkedQuery], node_weights: FloatArray, merge: LinkMerge
) -> FloatArray:
    """(n_nodes, n_queries) restart weights, not scaled to sum one; see `restart_weights`."""
    matrix = np.zeros((node_weights.size, len(linked)))
    for column, query in enumerate(linked):
        for node, weight in restart_weights(query.entities, node_weights, merge).items():
            matrix[node, column] = weight
    return matrix
