"""The trace of one query through the graph, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seed:
    """A query entity and what it starts.

    Attributes:
        entity, phrase: as given, and normalised.
        node: the linked phrase; None when not linkable.
        position: its node position, -1 when not linkable.
        cosine: similarity of phrase and node.
        passages: number of passages that hold the node.
        specificity: the graph's value for the node, 0 when not linkable.
        weight: restart weight of the node (shared by all entities on it).
    """

    entity: str
    phrase: str
    node: str | None
    position: int
    cosine: float
    passages: int
    specificity: float
    weight: float


@dataclass(frozen=True, slots=True)
class NodeScore:
    """A node and its score after expansion."""

    node: str
    position: int
    score: float


@dataclass(frozen=True, slots=True)
class Contribution:
    """One node's part in a passage's score: ``amount = count * node_score``.

    Attributes:
        node, position: the node.
        count: its entry of the passage matrix P.
        node_score: its score after expansion.
        amount: what it adds; all contributions of a passage sum to its ``raw`` score.
    """

    node: str
    position: int
    count: float
    node_score: float
    amount: float


@dataclass(frozen=True, slots=True)
class PassageTrace:
    """A passage's score and its parts.

    Attributes:
        passage: corpus position.
        score: as the retriever returns it (min-max normalised).
        raw: the entry of P @ x.
        contributions: largest amount first, equal ones by node position; zero ones left out.
    """

    passage: int
    score: float
    raw: float
    contributions: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The trace of one query.

    Attributes:
        query_id: the query.
        outcome: see the retriever; without a linked node, ``nodes`` is empty and passages have
            no contributions.
        seeds: one per query entity, in the query's order.
        nodes: best nodes first.
        passages: the explained passages in the order asked for.
    """

    query_id: str
    outcome: str
    seeds: tuple[Seed, ...]
    nodes: tuple[NodeScore, ...]
    passages: tuple[PassageTrace, ...]
