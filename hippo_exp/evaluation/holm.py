"""Holm's step-down correction for several tests (Holm 1979)."""

from __future__ import annotations

from collections.abc import Sequence


def holm(pvalues: Sequence[float]) -> list[float]:
    """Adjusted p values in the order given.

    With p sorted ascending, ``adjusted_i = max over j <= i of min(1, (m - j) p_j)``, j from 0.

    Args:
        pvalues: (m,) values in [0, 1].
    """
    adjusted = [0.0] * len(pvalues)
    running = 0.0
    for step, index in enumerate(sorted(range(len(pvalues)), key=lambda i: pvalues[i])):
        running = max(running, min(1.0, (len(pvalues) - step) * pvalues[index]))
        adjusted[index] = running
    return adjusted
