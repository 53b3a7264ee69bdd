"""All-recall at k (paper, table 6)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def all_recall(gold: AbstractSet[str], retrieved: Sequence[str], k: int) -> float:
    """1 when every gold key stands among the first k retrieved keys, else 0.

    Args:
        gold: non-empty set of match keys (``evaluate`` excludes questions without gold, which
            would otherwise count as fully found).
        retrieved: (n,) match keys, best first.
        k: cut-off, at least 1.
    """
    return float(gold <= frozenset(retrieved[:k]))
