"""Passages ranked by their best proposition."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import DataError
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.types import IntArray, Query, ScoreBlock


class PropositionRetriever:
    """score(q, passage) = the largest score of its propositions (Chen et al., EMNLP 2024).

    A passage without propositions scores 1 less than the worst proposition of the corpus, so it
    comes last. Outcomes are those of ``inner``.

    Args:
        inner: any retriever over the propositions.
        proposition_to_passage: (n_propositions,) int64 corpus position of each.
        n_passages: size of the corpus.
        memory_mb: bound on one block of scores of propositions.

    Attributes:
        passages_without: number of passages without propositions.

    Raises:
        DataError: no propositions, or a position outside the corpus.
    """

    def __init__(
        self,
        inner: Retriever,
        proposition_to_passage: IntArray,
        n_passages: int,
        *,
        memory_mb: float = 64,
    ) -> None:
        owners = proposition_to_passage
        if not owners.size:
            raise DataError("there are no propositions", where="proposition", fix="give some")
        if owners.min() < 0 or owners.max() >= n_passages:
            raise DataError(
                f"propositions of passages {owners.min()} to {owners.max()} in a corpus of "
                f"{n_passages}",
                where="proposition",
                fix="use the propositions of this corpus",
            )
        self._inner = inner
        self._order = np.argsort(owners, kind="stable")
        self._passages, self._starts = np.unique(owners[self._order], return_index=True)
        self._n_passages = n_passages
        self._block = max(1, int(memory_mb * 2**20 / 16 / owners.size))
        self.passages_without = n_passages - self._passages.size

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages, a block of queries at a time.

        Raises:
            DataError: ``inner`` scored another number of propositions.
        """
        scores = np.empty((len(queries), self._n_passages))
        outcomes: list[str] = []
        for start in range(0, len(queries), self._block):
            found = self._inner.score(queries[start : start + self._block])
            if found.scores.shape[1] != self._order.size:
                raise DataError(
                    f"{found.scores.shape[1]} scores for {self._order.size} propositions",
                    where="proposition",
                    fix="index exactly the propositions of this corpus",
                )
            block = scores[start : start + self._block]
            block[:] = found.scores.min(axis=1, keepdims=True) - 1.0
            block[:, self._passages] = np.maximum.reduceat(
                found.scores[:, self._order], self._starts, axis=1
            )
            outcomes += found.outcomes
        return ScoreBlock(scores, tuple(outcomes))
