"""The retriever that is told what is sought: the upper end of every measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hippo_exp.types import Query, ScoreBlock


class OracleRetriever:
    """Scores the passages that are sought 1 and all others 0.

    A bound, not a method: it is told at construction what a retriever is not to see.

    Args:
        sought: question id -> positions of its passages.
        n_passages: size of the corpus.
    """

    def __init__(self, sought: Mapping[str, Sequence[int]], n_passages: int) -> None:
        self._sought = sought
        self._n_passages = n_passages

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score a block of queries; ``no_match`` for a question that it was told nothing of."""
        scores = np.zeros((len(queries), self._n_passages))
        for row, query in enumerate(queries):
            scores[row, list(self._sought.get(query.id, ()))] = 1.0
        told = (bool(self._sought.get(query.id)) for query in queries)
        return ScoreBlock(scores, tuple("ok" if known else "no_match" for known in told))
