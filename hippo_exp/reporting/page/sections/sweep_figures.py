"""Curves of a sweep along the swept setting of numbers that has most values."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import SweepFolder, SweptCell
from hippo_exp.reporting.page.svg.curves import curves
from hippo_exp.reporting.page.svg.series import N_COLOURS, Axes, Curve, Point

_FEW = 9
"""Values of a setting at which points of several curves can stand side by side."""


def sweep_figures(sweep: SweepFolder, key: str) -> Iterator[Html]:
    """One figure for each metric, unless there are too many curves to tell apart."""
    values = {axis: {item.place[axis] for item in sweep.cells} for axis in sweep.axes}
    numeric = [
        axis
        for axis, found in values.items()
        if len(found) > 1 and all(number_of(text) is not None for text in found)
    ]
    if not numeric:
        return
    along = max(numeric, key=lambda axis: len(values[axis]))
    for metric in dict.fromkeys(item.cell.metric for item in sweep.cells):
        series: dict[str, list[Point]] = {}
        for item in sweep.cells:
            x, cell = number_of(item.place[along]), item.cell
            if cell.metric == metric and cell.measured is not None and x is not None:
                point = Point(x, cell.measured, cell.ci_low, cell.ci_high)
                series.setdefault(_name(item, sweep, along), []).append(point)
        heading = metric_style(metric).heading
        named = [
            Curve(label, sorted(points, key=lambda point: point.x))
            for label, points in series.items()
        ]
        if 0 < len(named) <= 2 * N_COLOURS:
            title = f"{heading} by {along}, 95 % intervals"
            places = tuple(sorted(float(text) for text in values[along]))
            axes = Axes(along, heading, x_ticks=places if len(places) <= _FEW else ())
            yield curves(f"{key}-{metric}", title, named, axes)


def _name(item: SweptCell, sweep: SweepFolder, along: str) -> str:
    others = [
        f"{axis.rpartition('.')[2]} {item.place[axis]}" for axis in sweep.axes if axis != along
    ]
    return ", ".join([sweep.facts.label(item.cell.row), *others])


def number_of(text: str) -> float | None:
    """The finite number that a text is, None when it is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
