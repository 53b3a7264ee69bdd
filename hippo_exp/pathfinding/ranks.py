"""What chance gives: the rank of one candidate among equals."""

from __future__ import annotations

import math


def chance_rank(n_candidates: int) -> float:
    """Mean of a rank uniform on 1..n_candidates: (1 + n_candidates) / 2."""
    return (1 + n_candidates) / 2


def chance_deviation(n_candidates: int) -> float:
    """Standard deviation of a rank uniform on 1..n_candidates: sqrt((n_candidates^2 - 1) / 12)."""
    return math.sqrt((n_candidates**2 - 1) / 12)
