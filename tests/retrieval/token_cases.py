"""Token vectors made by hand or at random, and late interaction written out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hippo_exp.encoders.late_interaction import Side, TokenVectors


def unit(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    return (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float32)


def score(query: NDArray[np.float32], document: NDArray[np.float32]) -> float:
    """One pair by two loops."""
    return sum(max(float(q @ d) for d in document.astype(float)) for q in query.astype(float))


class WordTokens:
    """One token vector per word, always the same; a query also gets its first word again.

    A text without words is one token that no word resembles. Counts its calls.
    """

    def __init__(self, dim: int = 64) -> None:
        self._dim = dim
        self.calls: list[tuple[tuple[str, ...], Side]] = []

    def __call__(self, texts: Sequence[str], side: Side) -> TokenVectors:
        self.calls.append((tuple(texts), side))
        return TokenVectors.from_texts([self.text(text, side) for text in texts], self._dim)

    def queries(self, texts: Sequence[str]) -> TokenVectors:
        return self(texts, "query")

    def text(self, text: str, side: Side) -> NDArray[np.float32]:
        words = text.split() or ["[nothing]"]
        if side == "query":
            words = [*words, words[0]]
        return np.stack([self._word(word) for word in words])

    def _word(self, word: str) -> NDArray[np.float32]:
        rng = np.random.default_rng([ord(c) for c in word])
        return unit(rng.normal(size=self._dim))
