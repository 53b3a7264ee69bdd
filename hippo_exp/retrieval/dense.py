"""Single-vector retrieval by inner product."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hippo_exp.errors import DataError, EncoderError
from hippo_exp.retrieval.similarity import VectorIndex
from hippo_exp.types import Query, ScoreBlock, Vectors


class DenseRetriever:
    """score(q, d) = inner product of the vectors of q and d, exact, over all passages.

    Nothing is normalised here: on vectors of norm 1 the score is the cosine, on raw vectors it is
    the dot product of the Contriever baseline (official behaviour, row 19). A query whose scores
    are all 0 (no shared feature) has the outcome ``no_match``.

    Args:
        passage_vectors: (n_passages, dim) float32, dense or sparse.
        encode_queries: texts to (n_texts, dim) vectors of the same kind.
        memory_mb: bound on working memory beside the scores.

    Raises:
        DataError: no passages.
        EncoderError: vectors that are not finite.
    """

    def __init__(
        self,
        passage_vectors: Vectors,
        encode_queries: Callable[[Sequence[str]], Vectors],
        *,
        memory_mb: float = 64,
    ) -> None:
        self._index = VectorIndex(passage_vectors, what="passage vectors", memory_mb=memory_mb)
        if not self._index.n_items:
            raise DataError("the corpus has no passages", where="dense", fix="give at least one")
        self._encode = encode_queries

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages.

        Raises:
            EncoderError: query vectors of another number, dimension or kind, or not finite.
        """
        scores = np.zeros((len(queries), self._index.n_items))
        if not len(queries):
            return ScoreBlock(scores, ())
        vectors = self._encode([query.text for query in queries])
        if vectors.shape[0] != len(queries):
            raise EncoderError(
                f"{vectors.shape[0]} vectors for {len(queries)} queries",
                where="encoder",
                fix="return one vector per query",
            )
        for rows, columns, products in self._index.blocks(vectors, "query vectors"):
            scores[rows, columns] = products
        outcomes = tuple("ok" if row.any() else "no_match" for row in scores)
        return ScoreBlock(scores, outcomes)
