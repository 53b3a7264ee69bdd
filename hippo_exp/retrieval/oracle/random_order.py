"""Passages in random order: the lower end of every measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hippo_exp.types import Query, ScoreBlock


class RandomRetriever:
    """Scores passages by independent uniform draws.

    Args:
        n_passages: size of the corpus.
        generator: question id -> generator, so that no question changes another's order.
    """

    def __init__(self, n_passages: int, generator: Callable[[str], np.random.Generator]) -> None:
        self._n_passages = n_passages
        self._generator = generator

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score a block of queries by numbers in [0, 1)."""
        rows = [self._generator(query.id).random(self._n_passages) for query in queries]
        scores = np.array(rows).reshape(len(queries), self._n_passages)
        return ScoreBlock(scores, ("ok",) * len(queries))
