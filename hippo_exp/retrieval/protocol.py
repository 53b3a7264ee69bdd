"""What every retriever offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hippo_exp.types import Query, ScoreBlock


class Retriever(Protocol):
    """Scores every passage of one corpus for each query; never sees a gold label."""

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score a block of queries; no query changes the result of another.

        Returns:
            scores (n_queries, n_passages), finite float64, higher is better, and an outcome per
            query.
        """
        ...
