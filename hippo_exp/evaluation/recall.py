"""Recall at k (paper, section 3.3; official behaviour, row 16)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def recall(gold: AbstractSet[str], retrieved: Sequence[str], k: int) -> float:
    """Share of the gold keys that stand among the first k retrieved keys.

    ``recall@k = |gold ∩ keys of the top k| / |gold|``; the divisor is never ``min(k, |gold|)``,
    so a question with four gold passages reaches at most 0.5 at k = 2. Two retrieved passages
    with one key count once and use two of the k places.

    Args:
        gold: non-empty set of match keys.
        retrieved: (n,) match keys, best first.
        k: cut-off, at least 1.

    Returns:
        A fraction in [0, 1].
    """
    return len(gold & frozenset(retrieved[:k])) / len(gold) if gold else 0.0
