"""Curves by number of hops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hippo_exp.reporting.by_hops import HopCell
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.svg.curves import curves
from hippo_exp.reporting.page.svg.series import N_COLOURS, Axes, Curve, Point
from hippo_exp.types import Cell

_HOPS = re.compile(r"hops_?(\d+)")


def hop_cells(cells: Sequence[Cell]) -> list[HopCell]:
    """The cells of data sets that are numbers of hops."""
    return [
        HopCell(
            int(hops[1]), cell.row, cell.metric, cell.n, cell.measured, cell.ci_low, cell.ci_high
        )
        for cell in cells
        if cell.measured is not None and (hops := _HOPS.fullmatch(cell.dataset))
    ]


def hop_figures(folder: Folder, cells: Sequence[HopCell]) -> Iterator[Html]:
    """Metrics by number of hops, where there are at least two."""
    ticks = tuple(sorted({float(cell.hops) for cell in cells if cell.hops is not None}))
    if len(ticks) < 2:
        return
    for metric in dict.fromkeys(cell.metric for cell in cells):
        series: dict[str, list[Point]] = {}
        for cell in cells:
            if cell.metric == metric and cell.hops is not None:
                point = Point(cell.hops, cell.measured, cell.ci_low, cell.ci_high)
                series.setdefault(folder.facts.label(cell.row), []).append(point)
        if len(series) > 2 * N_COLOURS:  # too many to tell apart
            continue
        named = [Curve(label, points) for label, points in series.items()]
        heading = metric_style(metric).heading
        title = f"{heading} by number of hops, {folder.name}, 95 % intervals"
        axes = Axes("hops", heading, x_ticks=ticks)
        yield curves(f"{folder.anchor}-h-{metric}", title, named, axes)
