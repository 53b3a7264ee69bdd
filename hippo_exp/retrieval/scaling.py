"""Min-max normalisation over the passages of one query."""

from __future__ import annotations

import numpy as np

from hippo_exp.types import FloatArray

FLAT = 1e-9
"""Relative range below which all scores of a row count as equal: solver noise, no ranking."""


def min_max(scores: FloatArray) -> FloatArray:
    """Scale each row to [0, 1]: (s - min) / (max - min).

    A row whose range is at most :data:`FLAT` times its largest absolute value (one passage, or
    all scores equal) becomes zeros, so that noise is never stretched to a ranking.
    Source: official behaviour, rows 11 and 15.

    Args:
        scores: (n_queries, n_passages) float64, finite.

    Returns:
        (n_queries, n_passages) float64 in [0, 1].
    """
    if scores.shape[1] == 0:
        return scores.copy()
    low = scores.min(axis=1, keepdims=True)
    high = scores.max(axis=1, keepdims=True)
    span = high - low
    flat = span <= FLAT * np.maximum(np.abs(low), np.abs(high))
    scaled = (scores - low) / np.where(flat, 1.0, span)
    return np.where(flat, 0.0, scaled)
