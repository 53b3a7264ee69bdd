"""The rank of one candidate whose score others may share."""

from __future__ import annotations

import numpy as np

from hippo_exp.evaluation.rank import rank_in_ties
from hippo_exp.types import FloatArray, IntArray

_DECIMALS = 9


def expected_candidate_rank(scores: FloatArray, answer_position: int) -> float:
    """Mean rank under random tie-breaking: 1 + #greater + #equal others / 2.

    Args:
        scores: (n_candidates,) finite, higher is better; two are equal when they agree to 9
            decimals after division by the largest absolute score.
        answer_position: position of the answer in ``scores``.
    """
    greater, equal = _compare(scores, answer_position)
    return rank_in_ties(int(greater.sum()), 1 + int(equal.sum()), 1)


def sampled_candidate_rank(scores: FloatArray, answer_position: int, tie_order: IntArray) -> int:
    """Rank with ties broken by a given random order.

    Args:
        scores: as in :func:`expected_candidate_rank`.
        answer_position: position of the answer in ``scores``.
        tie_order: (n_candidates,) permutation, ``Instance.tie_order``: of tied candidates the one
            with the smaller entry comes first. All rankers of an instance share it, so a sampled
            rank does not depend on which other rankers run.
    """
    greater, equal = _compare(scores, answer_position)
    before = equal & (tie_order < tie_order[answer_position])
    return 1 + int(greater.sum()) + int(before.sum())


def candidate_hit(scores: FloatArray, answer_position: int) -> float:
    """Probability under random tie-breaking that the answer ranks first (hits@1)."""
    greater, equal = _compare(scores, answer_position)
    return 0.0 if greater.any() else 1.0 / (1 + int(equal.sum()))


def _compare(scores: FloatArray, answer_position: int) -> tuple[np.ndarray, np.ndarray]:
    """(n_candidates,) bool masks: better than the answer; tied with it, not itself."""
    if not np.isfinite(scores).all():
        raise ValueError("candidate scores must be finite")
    largest = np.abs(scores).max()
    rounded = np.round(scores / largest, _DECIMALS) if largest > 0 else scores
    equal = rounded == rounded[answer_position]
    equal[answer_position] = False
    return rounded > rounded[answer_position], equal
