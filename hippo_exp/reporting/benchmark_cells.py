"""The cells of a benchmark: other columns than those of an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from hippo_exp.reporting.records import records_from_csv

OURS = "hippo_exp"
"""The method that ratios refer to."""


@dataclass(frozen=True, slots=True)
class BenchmarkCell:
    """One method on one case; the columns of ``results/benchmarks/NAME/cells.csv``.

    Attributes:
        benchmark, case, method: what was measured; behind the method stands in parentheses why
            it was not.
        median_ms: median of the runs, in milliseconds.
        ratio_to_ours: median divided by ours.
        max_abs_error: largest absolute error of a score.
        topk_agreement: agreement of the rankings or pairs, in [0, 1].
        peak_mb: peak memory in MiB.
        runs: number of runs.
    """

    benchmark: str
    case: str
    method: str
    median_ms: float | None
    ratio_to_ours: float | None
    max_abs_error: float | None
    topk_agreement: float | None
    peak_mb: float | None
    runs: int


BENCHMARK_COLUMNS = tuple(field.name for field in fields(BenchmarkCell))[3:]
"""Columns that hold a number."""


def read_benchmark_cells(path: Path) -> list[BenchmarkCell]:
    """Read the cells of a benchmark; a method that was not measured loses the reason in its name.

    Raises:
        DataError: the file is missing, or a column or a value is not as it should be.
    """
    cells = records_from_csv(path, BenchmarkCell)
    return [
        cell if cell.runs else replace(cell, method=cell.method.rpartition(" (")[0] or cell.method)
        for cell in cells
    ]


def benchmark_numbers(path: Path) -> Mapping[tuple[str, str, str], float | None]:
    """(case, method, column) -> number.

    Raises:
        DataError: see :func:`read_benchmark_cells`.
    """
    return {
        (cell.case, cell.method, name): getattr(cell, name)
        for cell in read_benchmark_cells(path)
        for name in BENCHMARK_COLUMNS
    }
