"""Query entities and facts as they are linked, with their shares of the restart."""

from __future__ import annotations

from collections.abc import Iterable

from hippo_exp.pipeline.explain.search import GraphSearch
from hippo_exp.reporting.explain import LinkedEntity, LinkedFact
from hippo_exp.retrieval import LinkedFacts, Seed


def linked_entities(seeds: Iterable[Seed], search: GraphSearch | None) -> tuple[LinkedEntity, ...]:
    """One for each query entity, in the query's order.

    The share of a node is that of all its entities together.
    """
    total = 0.0 if search is None else float(search.restart.sum())
    return tuple(
        LinkedEntity(
            entity=seed.entity,
            phrase=seed.phrase,
            node=seed.node,
            cosine=seed.cosine,
            passages=seed.passages,
            specificity=seed.specificity,
            weight=seed.weight,
            share=seed.weight / total if total else 0.0,
        )
        for seed in seeds
    )


def linked_facts(found: LinkedFacts) -> tuple[LinkedFact, ...]:
    """The candidates, best first."""
    kept = frozenset(found.kept)
    return tuple(
        LinkedFact(*fact, score=score, kept=fact in kept)
        for fact, score in zip(found.candidates, found.scores, strict=True)
    )
