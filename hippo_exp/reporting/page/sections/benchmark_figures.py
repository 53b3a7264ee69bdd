"""Timings as figures: time against size, or ratios to ours for each case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hippo_exp.reporting.benchmark_cells import OURS, BenchmarkCell
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import BenchmarkFolder
from hippo_exp.reporting.page.svg.curves import curves
from hippo_exp.reporting.page.svg.rows import Dot, dot_rows
from hippo_exp.reporting.page.svg.series import Axes, Curve, Point

_SIZE = re.compile(r"([\d,]+) (\w+)")


def benchmark_figures(bench: BenchmarkFolder, key: str, title: str) -> list[Html]:
    """Growth where every case is a size, else the ratios of each case."""
    return [*_growth(bench, key, title)] or [*_ratios(bench, key)]


def _growth(bench: BenchmarkFolder, key: str, title: str) -> Iterator[Html]:
    """Time against size, where every case is a size."""
    found = {cell.case: _SIZE.fullmatch(cell.case) for cell in bench.cells}
    sizes = {case: float(match[1].replace(",", "")) for case, match in found.items() if match}
    units = {match[2] for match in found.values() if match}
    if len(sizes) < max(len(found), 3) or len(units) != 1:
        return
    series: dict[str, list[Point]] = {}
    for cell in bench.cells:
        if cell.median_ms:
            series.setdefault(cell.method, []).append(Point(sizes[cell.case], cell.median_ms))
    axes = Axes(min(units), "median, ms", is_log=True)
    named = [Curve(method, points) for method, points in series.items()]
    yield curves(f"{key}-g", f"{title}: median time by {min(units)}", named, axes)


def _ratios(bench: BenchmarkFolder, key: str) -> Iterator[Html]:
    """How many times as long as ours, for each case."""
    for place, case in enumerate(dict.fromkeys(cell.case for cell in bench.cells)):
        own = [cell for cell in bench.cells if cell.case == case and cell.ratio_to_ours]
        dots = [_dot(cell) for cell in sorted(own, key=lambda cell: cell.ratio_to_ours or 0.0)]
        if len(dots) > 1:
            title = f"{case}: time divided by that of {OURS}"
            yield dot_rows(f"{key}-r{place}", title, dots, reference=1.0, is_log=True, stems=True)


def _dot(cell: BenchmarkCell) -> Dot:
    ratio, median = cell.ratio_to_ours or 0.0, cell.median_ms or 0.0
    return Dot(
        cell.method, ratio, f"{ratio:,.3g}×, {short(median)} ms", is_full=cell.method == OURS
    )


def short(value: float) -> str:
    """Three significant digits."""
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"
