"""One query under one method, and what the method tells of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.explain.passages import ScoreParts
from hippo_exp.pipeline.explain.search import GraphSearch
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.reporting.explain import LinkedEntity, LinkedFact
from hippo_exp.retrieval import Retriever
from hippo_exp.types import FloatArray, Query


@dataclass(frozen=True)
class Case:
    """One query under one method.

    Attributes:
        bench: data set, index, retrievers.
        settings: resolved.
        method: its name.
        retriever: what ranks.
        query: as the retriever sees it.
        scores: (n_passages,) what the retriever gave.
        outcome: see the retriever.
        gold: match keys of the gold passages; only marks and ranks of the gold are made of them.
    """

    bench: Workbench
    settings: RetrievalSettings
    method: str
    retriever: Retriever
    query: Query
    scores: FloatArray
    outcome: str
    gold: frozenset[str]


@dataclass(frozen=True)
class Told:
    """What a method tells of a query.

    Attributes:
        parts: corpus positions -> the parts of their scores.
        entities, facts: what the question is linked to.
        search: what the graph did; None without a graph, or where nothing restarted.
        notes: what must be known to read the parts.
    """

    parts: Callable[[Sequence[int]], list[ScoreParts]]
    entities: tuple[LinkedEntity, ...] = ()
    facts: tuple[LinkedFact, ...] = ()
    search: GraphSearch | None = None
    notes: tuple[str, ...] = ()


def no_parts(passages: Sequence[int]) -> list[ScoreParts]:
    """Scores that nothing but themselves explains."""
    return [ScoreParts() for _ in passages]
