"""Numbers that were worked out and not measured; they have a file and grids of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.reporting.records import records_from_csv, records_to_csv

ESTIMATES = "estimates.csv"


@dataclass(frozen=True, slots=True)
class Estimate:
    """One estimate; the columns of ``estimates.csv`` are these fields in this order.

    Attributes:
        experiment, row, dataset, metric: as of a cell.
        estimate: the number.
        ci_low, ci_high: 95 % interval from the sample of passages and questions; it says nothing
            about how far the basis is from the truth. None without one.
        basis: what it rests on, in a clause.
    """

    experiment: str
    row: str
    dataset: str
    metric: str
    estimate: float
    ci_low: float | None
    ci_high: float | None
    basis: str


def estimates_to_csv(estimates: Iterable[Estimate]) -> bytes:
    """The bytes of ``estimates.csv``."""
    return records_to_csv(estimates, Estimate)


def read_estimates(path: Path) -> list[Estimate]:
    """Read ``estimates.csv``.

    Raises:
        DataError: it is missing or not as :func:`estimates_to_csv` writes it.
    """
    return records_from_csv(path, Estimate)
