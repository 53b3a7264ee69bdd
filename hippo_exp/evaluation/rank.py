"""Rank of the first gold key, as ordered and as expected when ties are broken at random."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from hippo_exp.errors import DataError


def mean_rank(gold: AbstractSet[str], retrieved: Sequence[str]) -> float:
    """Position, from 1, of the first gold key; the mean over questions is the mean rank.

    Args:
        gold: non-empty set of match keys.
        retrieved: (n,) match keys of *all* candidates, best first.

    Raises:
        DataError: the candidates hold no gold key, so the rank has no value.
    """
    for position, key in enumerate(retrieved, start=1):
        if key in gold:
            return float(position)
    raise _no_gold(len(retrieved))


def expected_rank(
    gold: AbstractSet[str], retrieved: Sequence[str], scores: Sequence[float]
) -> float:
    """Expected position of the first gold key when equal scores are ordered at random.

    Equal is equal in every bit; :func:`rank_in_ties` is the formula.

    Args:
        gold: non-empty set of match keys.
        retrieved: (n,) match keys of *all* candidates, best first.
        scores: (n,) their scores, non-increasing.

    Raises:
        DataError: the candidates hold no gold key.
    """
    found = [score for key, score in zip(retrieved, scores, strict=True) if key in gold]
    if not found:
        raise _no_gold(len(retrieved))
    best = max(found)
    above = sum(score > best for score in scores)
    tied = sum(score == best for score in scores)
    return rank_in_ties(above, tied, found.count(best))


def rank_in_ties(above: int, tied: int, gold: int) -> float:
    """Expected rank of the first of ``gold`` among ``tied`` equal ones behind ``above`` others.

    ``above + (tied + 1) / (gold + 1)``: the mean of the smallest of ``gold`` places drawn from
    ``tied`` without replacement.
    """
    return above + (tied + 1) / (gold + 1)


def _no_gold(n_candidates: int) -> DataError:
    return DataError(
        f"none of {n_candidates} ranked candidates is gold, so the rank has no value",
        fix="rank every candidate, or measure hits@k",
    )
