"""BM25 in Lucene's variant over tokens of a named analyser."""

from __future__ import annotations

import logging
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.types import FloatArray, Query, ScoreBlock

Analyzer = Callable[[str], list[str]]


class BM25Retriever:
    """score(q, d) = sum over the tokens t of q of idf(t) * tf / (tf + k1 * (1 - b + b |d| / avg)).

    idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5)) is never negative; a token that stands twice in
    the query counts twice, as in Lucene's match query. Source: official behaviour, row 18;
    Kamphuis et al., ECIR 2020, variant "Lucene (accurate)". The index is built by bm25s.

    A query without a token of the corpus scores 0 everywhere and has the outcome ``no_match``.

    Args:
        contents: (n_passages,) indexed texts, possibly empty ones.
        analyze: text to tokens, for passages and queries alike.
        k1: saturation of the term frequency, at least 0.
        b: weight of the length normalisation, 0 to 1.

    Raises:
        ConfigError: ``k1`` or ``b`` out of range.
        DataError: no passages.
    """

    def __init__(
        self, contents: Sequence[str], *, analyze: Analyzer, k1: float = 1.2, b: float = 0.75
    ) -> None:
        if not 0 <= k1 < np.inf:
            raise ConfigError(f"k1={k1} is out of range", where="bm25.k1", fix="use 0 or more")
        if not 0 <= b <= 1:
            raise ConfigError(f"b={b} is out of range", where="bm25.b", fix="use 0 to 1")
        if not len(contents):
            raise DataError("the corpus has no passages", where="bm25", fix="give at least one")
        self._analyze = analyze
        self._n_passages = len(contents)
        self._vocabulary: dict[str, int] = {}
        ids = [
            [self._vocabulary.setdefault(token, len(self._vocabulary)) for token in analyze(text)]
            for text in contents
        ]
        self._index = _build_index(ids, self._vocabulary, k1, b) if self._vocabulary else None

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages; see the class for the formula."""
        scores = np.zeros((len(queries), self._n_passages))
        outcomes = []
        for row, query in enumerate(queries):
            found = self._score_one(query.text)
            outcomes.append("no_match" if found is None else "ok")
            if found is not None:
                scores[row] = found
        return ScoreBlock(scores, tuple(outcomes))

    def terms(self, query: Query, passages: Sequence[int]) -> dict[str, FloatArray]:
        """What each distinct token of a query adds to the scores of some passages.

        Returns:
            Token -> (n_chosen,) amounts that sum over the tokens to the passages' scores; tokens
            that no passage of the corpus has are left out; in the order of the query.
        """
        chosen = list(passages)
        known = Counter(t for t in self._analyze(query.text) if t in self._vocabulary)
        if self._index is None:
            return {}
        return {
            token: count * self._index.get_scores_from_ids([self._vocabulary[token]])[chosen]
            for token, count in known.items()
        }

    def _score_one(self, text: str) -> FloatArray | None:
        known = [self._vocabulary[t] for t in self._analyze(text) if t in self._vocabulary]
        if not known or self._index is None:
            return None
        scores: FloatArray = self._index.get_scores_from_ids(known)
        return scores


def _build_index(ids: list[list[int]], vocabulary: dict[str, int], k1: float, b: float) -> Any:
    """A bm25s index over our token ids.

    bm25s fails on an empty vocabulary (the caller keeps that case away), takes a set's order for
    its own vocabulary (so it is given ours), logs every step, and has progress bars that warn in
    a notebook without widgets.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="IProgress not found")
        import bm25s

    logging.getLogger("bm25s").setLevel(logging.WARNING)
    index = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
    index.index((ids, vocabulary), create_empty_token=False, show_progress=False)
    return index
