"""Sets of similar pairs, and how far two of them agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hippo_exp.types import FloatArray, IntArray

UNDECIDED = 1e-5
"""Pairs this close to the threshold are left out: float32 products cannot decide them."""


@dataclass(frozen=True)
class Pairs:
    """Unordered pairs, each once.

    Attributes:
        keys: (n_pairs,) ``smaller * n + larger``, ascending.
        scores: (n_pairs,) similarity.
    """

    keys: IntArray
    scores: FloatArray


def make_pairs(hits: tuple[ArrayLike, ArrayLike, ArrayLike], n: int) -> Pairs:
    """Pairs of ``n`` items from hits ``one, two, score`` in any direction and order.

    An item with itself is no pair, nor is one with a negative number.
    """
    one, two, score = hits
    first, second = (np.asarray(end, dtype=np.int64) for end in (one, two))
    scores = np.asarray(score, dtype=np.float64)
    real = (first != second) & (second >= 0)
    keys = np.minimum(first, second) * n + np.maximum(first, second)
    kept, places = np.unique(keys[real], return_index=True)
    return Pairs(kept, scores[real][places])


def compare(found: Pairs, reference: Pairs, threshold: float) -> tuple[float, float]:
    """Largest difference of a score, and the Jaccard similarity of the two sets.

    A pair that one of them has and the other lacks is left out where its score is within
    ``UNDECIDED`` of the threshold.
    """
    _, left, right = np.intersect1d(
        found.keys, reference.keys, assume_unique=True, return_indices=True
    )
    difference = np.abs(found.scores[left] - reference.scores[right]).max(initial=0.0)
    apart = sum(
        int(np.count_nonzero(np.abs(np.delete(item.scores, shared) - threshold) > UNDECIDED))
        for item, shared in ((found, left), (reference, right))
    )
    union = len(left) + apart
    return float(difference), len(left) / union if union else 1.0
