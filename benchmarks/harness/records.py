"""The lines of ``cells.csv`` and of ``timings.csv``."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.harness.method import NOT_INSTALLED, OURS

COLUMNS = (
    "benchmark",
    "case",
    "method",
    "median_ms",
    "ratio_to_ours",
    "max_abs_error",
    "topk_agreement",
    "peak_mb",
    "runs",
)


@dataclass(frozen=True, slots=True)
class Record:
    """One method on one case.

    Attributes:
        benchmark, case, method: what was measured.
        times: (runs,) milliseconds per query or per call.
        ratio_to_ours: median divided by our median.
        max_abs_error: largest absolute error of a score.
        topk_agreement: agreement of the rankings or of the found pairs, in [0, 1].
        peak_mb: peak memory.
        preparation_ms: what is done once; not part of the times.
        queries: queries of one run.
        note: why there are no numbers.
    """

    benchmark: str
    case: str
    method: str
    times: tuple[float, ...] = ()
    ratio_to_ours: float | None = None
    max_abs_error: float | None = None
    topk_agreement: float | None = None
    peak_mb: float | None = None
    preparation_ms: float | None = None
    queries: int = 1
    note: str = ""

    @property
    def median_ms(self) -> float | None:
        """Median of the runs, None when there were none."""
        return statistics.median(self.times) if self.times else None

    @property
    def shown_method(self) -> str:
        """The method, with the reason when it was not measured."""
        return f"{self.method} ({self.note})" if self.note else self.method


def not_installed(benchmark: str, case: str, method: str) -> Record:
    """The line of a method whose package is missing."""
    return Record(benchmark, case, method, note=NOT_INSTALLED)


def with_ratios(records: Sequence[Record]) -> list[Record]:
    """The same records with the ratio to our method of the same case."""
    ours = {record.case: record.median_ms for record in records if record.method == OURS}
    found = []
    for record in records:
        own, base = record.median_ms, ours.get(record.case)
        ratio = own / base if own is not None and base else None
        found.append(replace(record, ratio_to_ours=ratio))
    return found


def cells_csv(records: Sequence[Record]) -> bytes:
    """``cells.csv``; a number that was not measured is empty."""
    lines = []
    for record in records:
        numbers = (
            record.median_ms,
            record.ratio_to_ours,
            record.max_abs_error,
            record.topk_agreement,
            record.peak_mb,
        )
        texts = ["" if value is None else f"{value:.6g}" for value in numbers]
        head = [record.benchmark, record.case, record.shown_method]
        lines.append([*head, *texts, str(len(record.times))])
    return _csv(COLUMNS, lines)


def timings_csv(records: Sequence[Record]) -> bytes:
    """``timings.csv``: every counted run, from which the medians follow."""
    lines = [
        [record.case, record.method, str(number), str(record.queries), f"{value:.6g}"]
        for record in records
        for number, value in enumerate(record.times, start=1)
    ]
    return _csv(("case", "method", "run", "queries", "ms"), lines)


def read_cells(data: bytes) -> list[Mapping[str, str]]:
    """The lines of ``cells.csv`` by column."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"))))


def _csv(header: Sequence[str], lines: Sequence[Sequence[str]]) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(lines)
    return buffer.getvalue().encode("utf-8")
