"""The answer's rank when candidates may tie, and what chance gives."""

from __future__ import annotations

import math

import numpy as np

from hippo_exp.types import FloatArray, IntArray

_DECIMALS = 9


def expected_rank(scores: FloatArray, answer_position: int) -> float:
    """Mean rank under random tie-breaking: 1 + #greater + #equal others / 2.

    Args:
        scores: (n_candidates,) finite, higher is better; two are equal when they agree to 9
            decimals after division by the largest absolute score.
        answer_position: position of the answer in ``scores``.
    """
    greater, equal = _compare(scores, answer_position)
    return 1.0 + int(greater.sum()) + int(equal.sum()) / 2


def sampled_rank(scores: FloatArray, answer_position: int, tie_order: IntArray) -> int:
    """Rank with ties broken by a given random order.

    Args:
        scores: as in :func:`expected_rank`.
        answer_position: position of the answer in ``scores``.
        tie_order: (n_candidates,) permutation, ``Instance.tie_order``: of tied candidates the one
            with the smaller entry comes first. All rankers of an instance share it, so a sampled
            rank does not depend on which other rankers run.
    """
    greater, equal = _compare(scores, answer_position)
    before = equal & (tie_order < tie_order[answer_position])
    return 1 + int(greater.sum()) + int(before.sum())


def expected_hit(scores: FloatArray, answer_position: int) -> float:
    """Probability under random tie-breaking that the answer ranks first (hits@1)."""
    greater, equal = _compare(scores, answer_position)
    return 0.0 if greater.any() else 1.0 / (1 + int(equal.sum()))


def chance_rank(n_candidates: int) -> float:
    """Mean of a rank uniform on 1..n_candidates: (1 + n_candidates) / 2."""
    return (1 + n_candidates) / 2


def chance_deviation(n_candidates: int) -> float:
    """Standard deviation of a rank uniform on 1..n_candidates: sqrt((n_candidates^2 - 1) / 12)."""
    return math.sqrt((n_candidates**2 - 1) / 12)


def _compare(scores: FloatArray, answer_position: int) -> tuple[np.ndarray, np.ndarray]:
    """(n_candidates,) bool masks: better than the answer; tied with it, not itself."""
    if not np.isfinite(scores).all():
        raise ValueError("candidate scores must be finite")
    largest = np.abs(scores).max()
    rounded = np.round(scores / largest, _DECIMALS) if largest > 0 else scores
    equal = rounded == rounded[answer_position]
    equal[answer_position] = False
    return rounded > rounded[answer_position], equal
