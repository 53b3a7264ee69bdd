"""Timings beside the alternatives: ratios of medians, growth, and every number."""

from __future__ import annotations

from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markdown import markdown
from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.pieces import folded, section
from hippo_exp.reporting.page.read.model import BenchmarkFolder
from hippo_exp.reporting.page.sections.benchmark_figures import benchmark_figures, short
from hippo_exp.reporting.page.sections.made_by import made_by
from hippo_exp.reporting.verdict import ABSENT

_COLUMNS = {
    "median_ms": "Median, ms",
    "ratio_to_ours": "Ratio to ours",
    "max_abs_error": "Largest error",
    "topk_agreement": "Agreement",
    "peak_mb": "Peak, MiB",
    "runs": "Runs",
}


def benchmark_section(bench: BenchmarkFolder) -> Html:
    """Figures, one table of all cases, the benchmark's own page."""
    key = f"benchmarks-{bench.name}"
    lines = bench.page.splitlines()
    title = next((line[2:] for line in lines if line.startswith("# ")), bench.name)
    drawn = benchmark_figures(bench, key, title)
    page = "\n".join(line for line in lines if not line.startswith("# "))
    return section(
        key,
        3,
        title,
        el("div", *drawn, class_="figures") if drawn else None,
        _table(bench, key, title),
        folded("Demands and details", markdown(page, f"{key}-p", title, level=4)),
        made_by(bench.facts, f"benchmarks/{bench.name}"),
    )


def _table(bench: BenchmarkFolder, key: str, title: str) -> Html:
    heads = [Head("Method", is_number=False), Head("Case", is_number=False)]
    heads += [Head(name) for name in _COLUMNS.values()]
    rows = [
        [Entry(cell.method), Entry(cell.case), *(_entry(getattr(cell, name)) for name in _COLUMNS)]
        for cell in bench.cells
    ]
    return folded("Every case and method", grid(key, f"{title}: all cases", heads, rows))


def _entry(value: float | None) -> Entry:
    return Entry(ABSENT if value is None else short(value), value)
