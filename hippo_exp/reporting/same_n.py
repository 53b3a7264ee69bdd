"""Rows of one table are scored on the same questions."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.metrics import OWN_N, metric_style
from hippo_exp.types import Cell


def odd_counts(cells: Sequence[Cell]) -> dict[str, tuple[int, ...]]:
    """Data sets whose measured cells rest on different numbers of questions -> those numbers.

    Left out are ``OWN_N``: counts, money and the like rest on no questions, and shares of a row's
    own errors on its own.
    """
    counts: dict[str, list[int]] = {}
    for cell in cells:
        if cell.measured is not None and metric_style(cell.metric).block not in OWN_N:
            counts.setdefault(cell.dataset, []).append(cell.n)
    return {
        name: tuple(sorted(set(found))) for name, found in counts.items() if len(set(found)) > 1
    }


def check_same_n(cells: Sequence[Cell]) -> None:
    """Refuse a table whose numbers rest on different numbers of questions.

    Raises:
        VerificationError: names the data set and the counts.
    """
    for dataset, counts in odd_counts(cells).items():
        raise VerificationError(
            f"cells of one table have different n: {', '.join(map(str, counts))}",
            where=dataset,
            fix="run every row on the same questions, or build the table with strict=False",
        )
