"""Passages by the number of query entities that they name: what needs no graph at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hippo_exp.errors import DataError
from hippo_exp.types import IntArray, Query, ScoreBlock

_NOWHERE = np.zeros(0, dtype=np.int64)


class MentionCountRetriever:
    """Scores a passage by the number of query entities that its contents name.

    Named is an entity whose normalised phrase stands in the normalised contents as whole words; an
    entity given twice, or in two forms of one normalised phrase, counts once. Most passages tie, so
    that the tie rule orders them.

    Outcomes: ``ok``; ``no_entity`` for a query without an entity that the normaliser leaves;
    ``no_match`` where no passage names any. Both then score every passage 0.

    Args:
        contents: (n_passages,) texts.
        normalize: phrase normaliser.

    Raises:
        DataError: no passage.
    """

    def __init__(self, contents: Sequence[str], normalize: Callable[[str], str]) -> None:
        if not contents:
            fix = "give at least one"
            raise DataError("the corpus has no passages", where="mention count", fix=fix)
        self._normalize = normalize
        self._texts = [f" {normalize(text)} " for text in contents]
        words: dict[str, list[int]] = {}
        for number, text in enumerate(self._texts):
            for word in dict.fromkeys(text.split()):
                words.setdefault(word, []).append(number)
        self._words = {word: np.array(places, dtype=np.int64) for word, places in words.items()}

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score a block of queries; scores (n_queries, n_passages) are whole numbers."""
        scores = np.zeros((len(queries), len(self._texts)))
        outcomes = []
        for row, query in enumerate(queries):
            phrases = [p for p in dict.fromkeys(map(self._normalize, query.entities)) if p]
            for phrase in phrases:
                scores[row, self.naming(phrase)] += 1.0
            found = "ok" if scores[row].any() else "no_match"
            outcomes.append(found if phrases else "no_entity")
        return ScoreBlock(scores, tuple(outcomes))

    def naming(self, phrase: str) -> IntArray:
        """The passages that name a normalised phrase, ascending."""
        words = sorted(phrase.split(), key=lambda word: len(self._words.get(word, ())))
        places = self._words.get(words[0], _NOWHERE) if words else _NOWHERE
        named = [place for place in places.tolist() if f" {phrase} " in self._texts[place]]
        return np.array(named, dtype=np.int64)
