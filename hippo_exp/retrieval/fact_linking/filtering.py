"""A filter of candidate facts: what the paper calls recognition memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hippo_exp.errors import DataError
from hippo_exp.types import Query, Triple


class FactFilter(Protocol):
    """Keeps the facts that bear on a query, as an LLM may judge (HippoRAG 2, section 3)."""

    def __call__(self, query: Query, facts: Sequence[Triple]) -> Sequence[Triple]:
        """The facts to keep, each one of ``facts``; their order means nothing, none may be kept.

        Args:
            query: the query.
            facts: normalised facts, the best first.
        """
        ...


def kept_positions(
    fact_filter: FactFilter | None, query: Query, facts: Sequence[Triple]
) -> list[int]:
    """Positions of the facts that the filter keeps, ascending; all of them without a filter.

    Raises:
        DataError: the filter returned a fact that it was not given.
    """
    if fact_filter is None or not facts:
        return list(range(len(facts)))
    kept = dict.fromkeys(Triple(*fact) for fact in fact_filter(query, facts))
    for fact in kept:
        if fact not in facts:
            raise DataError(
                f"the filter returned {tuple(fact)!r}, which is none of its {len(facts)} facts",
                where=f"fact filter, query {query.id}",
                fix="return facts as they were given",
            )
    return [position for position, fact in enumerate(facts) if fact in kept]
