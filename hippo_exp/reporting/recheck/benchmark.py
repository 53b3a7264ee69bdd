"""Timings: the numbers against the runs, and the page against the numbers."""

from __future__ import annotations

import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from hippo_exp.errors import DataError, VerificationError
from hippo_exp.reporting.benchmark_cells import OURS, BenchmarkCell, read_benchmark_cells
from hippo_exp.reporting.csv_files import AGAIN, read_csv_columns, read_text
from hippo_exp.reporting.recheck.home import MANIFEST, Home
from hippo_exp.reporting.records import finite_number
from hippo_exp.reporting.tables.markdown import parse_grids

_DIGITS = 2e-5
"""Relative error of numbers written with six digits, and of their quotients."""
_COLUMNS = {"ratio to ours": "ratio_to_ours", "max error": "max_abs_error", "peak MiB": "peak_mb"}
_OTHERS = ("fastest to slowest run", "preparation, ms", "runs", *_COLUMNS)
_NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]\d+)?")


def benchmark_faults(home: Home) -> list[VerificationError]:
    """Faults of ``results/benchmarks/NAME``.

    Raises:
        DataError: ``cells.csv``, ``timings.csv`` or ``table.md`` is missing or damaged.
    """
    faults = []
    if (home.experiment, *home.datasets) != (home.folder.parent.name, home.folder.name):
        origin = "/".join([home.experiment, *home.datasets])
        faults.append(home.fault(f"results of {origin} in another folder", MANIFEST))
    cells = read_benchmark_cells(home.folder / "cells.csv")
    runs = _runs(home)
    ours = {cell.case: cell.median_ms for cell in cells if cell.method == OURS}
    pages = _sections(read_text(home.folder / "table.md"))
    for cell in cells:
        if cell.benchmark != home.datasets[0]:
            faults.append(_fault(home, cell, f"a cell of the benchmark {cell.benchmark}"))
        times = runs.get((cell.case, cell.method), [])
        faults += _number_faults(home, cell, times, ours.get(cell.case))
        faults += _page_faults(home, cell, pages.get(cell.case, []), times)
    return faults


def _fault(home: Home, cell: BenchmarkCell, what: str) -> VerificationError:
    return home.fault(what, f"{cell.case}/{cell.method}")


def _runs(home: Home) -> Mapping[tuple[str, str], list[float]]:
    """(case, method) -> milliseconds of each run."""
    path = home.folder / "timings.csv"
    found: dict[tuple[str, str], list[float]] = {}
    for number, (case, method, text) in enumerate(
        read_csv_columns(path, ("case", "method", "ms")), start=2
    ):
        try:
            found.setdefault((case, method), []).append(finite_number(text))
        except ValueError as error:
            raise DataError(str(error), where=f"{path}, line {number}", fix=AGAIN) from error
    return found


def _number_faults(
    home: Home, cell: BenchmarkCell, times: Sequence[float], ours: float | None
) -> list[VerificationError]:
    faults = []
    if cell.runs != len(times):
        faults.append(_fault(home, cell, f"{cell.runs} runs and {len(times)} timings"))
    median = statistics.median(times) if times else None
    ratio = cell.median_ms / ours if cell.median_ms is not None and ours else None
    for name, found, expected in (
        ("median_ms", cell.median_ms, median),
        ("ratio_to_ours", cell.ratio_to_ours, ratio),
    ):
        if not _near(found, expected):
            faults.append(_fault(home, cell, f"{name} is {found} and should be {expected}"))
    return faults


def _near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= _DIGITS * max(abs(one), abs(other))


def _sections(text: str) -> Mapping[str, list[list[str]]]:
    """Heading -> the lines of the first table below it."""
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        found[title.strip()] = next(iter(parse_grids(body)), [])
    return found


@dataclass(frozen=True)
class _Shown:
    """One printed figure and the number that it stands for."""

    heading: str
    text: str
    value: float | None


def _page_faults(
    home: Home, cell: BenchmarkCell, grid: Sequence[Sequence[str]], times: Sequence[float]
) -> list[VerificationError]:
    heading = grid[0] if grid else []
    line = next((line for line in grid[1:] if line and line[0] == cell.method), None)
    if line is None or len(line) != len(heading):
        return [_fault(home, cell, "table.md does not show the method")]
    if cell.median_ms is None:
        return [] if line[-1] == "0" else [_fault(home, cell, "table.md shows runs")]
    return [
        _fault(home, cell, f"table.md shows {item.text!r} as {item.heading} of {item.value}")
        for item in _figures(cell, heading, line, times)
        if not _shows(item.text, item.value)
    ]


def _figures(
    cell: BenchmarkCell, heading: Sequence[str], line: Sequence[str], times: Sequence[float]
) -> list[_Shown]:
    """The printed figures of a line that follow from the files."""
    found = [_Shown(heading[1], line[1], cell.median_ms)]
    for title, text in zip(heading[2:], line[2:], strict=True):
        if title in _COLUMNS:
            value: float | None = getattr(cell, _COLUMNS[title])
            found.append(_Shown(title, text.removesuffix("x"), value))
        elif title == "runs":
            found.append(_Shown(title, text.partition(" ")[0], cell.runs))
        elif title == "fastest to slowest run" and times:
            fastest, _, slowest = text.partition(" to ")
            found += [_Shown(title, fastest, min(times)), _Shown(title, slowest, max(times))]
        elif title not in _OTHERS:
            share = None if cell.topk_agreement is None else 100 * cell.topk_agreement
            found.append(_Shown(title, "100" if text == "all" else text, share))
    return found


def _shows(text: str, value: float | None) -> bool:
    """Whether a printed figure is ``value`` at its printed digits."""
    plain = text.replace(",", "").removesuffix("%").strip()
    if value is None or not _NUMBER.fullmatch(plain):
        return value is None and not plain
    number = Decimal(plain)
    exponent = number.as_tuple().exponent
    half = float(Decimal(5).scaleb(int(exponent) - 1))
    return abs(float(number) - value) <= half * (1 + 1e-9) + _DIGITS * abs(value)
