"""Hits at k: was any gold key found."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def hits(gold: AbstractSet[str], retrieved: Sequence[str], k: int) -> float:
    """1 when at least one gold key stands among the first k retrieved keys, else 0.

    Args:
        gold: non-empty set of match keys.
        retrieved: (n,) match keys, best first.
        k: cut-off, at least 1.
    """
    return float(any(key in gold for key in retrieved[:k]))
