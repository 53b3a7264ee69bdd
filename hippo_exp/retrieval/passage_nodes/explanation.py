"""Where the mass of a passage comes from, as data."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.retrieval.explanation import Seed
from hippo_exp.retrieval.seeds import LinkedQuery
from hippo_exp.types import FloatArray


@dataclass(frozen=True, slots=True)
class PassageMass:
    """A passage's score and its two parts.

    Attributes:
        passage: corpus position.
        score: as the retriever returns it (min-max normalised).
        raw: before that; ``from_entities + from_reset``, up to the solver's tolerance.
        from_entities: what the query's entities send it.
        from_reset: what the passage reset, of this passage and of others, sends it.
    """

    passage: int
    score: float
    raw: float
    from_entities: float
    from_reset: float


@dataclass(frozen=True, slots=True)
class MassExplanation:
    """The parts of the best passages of one query.

    Attributes:
        query_id: the query.
        outcome: see the retriever; where its policy made the scores, all parts are 0.
        seeds: one per query entity, in the query's order.
        entity_share: part of the mass of the whole graph that the entities sent out, 0 to 1.
        passages: best first, or in the order asked for.
    """

    query_id: str
    outcome: str
    seeds: tuple[Seed, ...]
    entity_share: float
    passages: tuple[PassageMass, ...]


@dataclass(frozen=True)
class PassageParts:
    """The parts of every passage's score, for a block of queries.

    Attributes:
        linked: (n_queries,) the queries with their entities.
        from_entities: (n_queries, n_passages) what the entities send, of a mass of 1 in the graph.
        from_reset: the same for the passage reset; both are 0 where neither restarts.
        entity_share: (n_queries,) part of the mass of the whole graph that the entities sent out.
        reset_share: (n_queries,) that of the passage reset; both are 0 where neither restarts.
    """

    linked: tuple[LinkedQuery, ...]
    from_entities: FloatArray
    from_reset: FloatArray
    entity_share: FloatArray
    reset_share: FloatArray
