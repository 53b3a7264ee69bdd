"""Retrieval by late interaction, exact over the whole corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hippo_exp.encoders.late_interaction import TokenIndex, TokenVectors
from hippo_exp.errors import DataError, EncoderError
from hippo_exp.types import Query, ScoreBlock


class LateInteractionRetriever:
    """score(q, d) = sum over the tokens i of q of max over the tokens j of d of q_i . d_j.

    Every passage is scored: nothing is clustered, quantised or pruned, so that one passage of four
    words works like twenty thousand, and the scores are those that PLAID approximates (Khattab and
    Zaharia, SIGIR 2020; Santhanam et al., CIKM 2022). Passages with equal token vectors tie. The
    outcome is always ``ok``.

    Args:
        passage_tokens: token vectors of the passages, as documents.
        encode_queries: texts to token vectors, as queries.
        memory_mb: bound on working memory beside the vectors and the scores.

    Raises:
        DataError: no passages.
    """

    def __init__(
        self,
        passage_tokens: TokenVectors,
        encode_queries: Callable[[Sequence[str]], TokenVectors],
        *,
        memory_mb: float = 64,
    ) -> None:
        if not len(passage_tokens):
            raise DataError(
                "the corpus has no passages", where="late interaction", fix="give at least one"
            )
        self._index = TokenIndex(passage_tokens, what="passage tokens", memory_mb=memory_mb)
        self._encode = encode_queries

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages.

        Raises:
            EncoderError: query vectors of another number or dimension.
        """
        if not len(queries):
            return ScoreBlock(np.zeros((0, len(self._index))), ())
        tokens = self._encode([query.text for query in queries])
        if len(tokens) != len(queries):
            raise EncoderError(
                f"token vectors of {len(tokens)} texts for {len(queries)} queries",
                where="encoder",
                fix="return token vectors for each query",
            )
        scores = self._index.scores(tokens, "query tokens")
        return ScoreBlock(scores, ("ok",) * len(queries))
