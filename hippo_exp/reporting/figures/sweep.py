"""A sweep over one number or several: a line for each row, a panel for each other combination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.style import (
    PALETTE,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)
from hippo_exp.reporting.metrics import metric_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hippo_exp.reporting.tables.pivot import Placed

_PANELS = 8
_COLOURS = ("blue", "orange", "green", "red", "purple", "sky", "black", "yellow")
_MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")


def sweep_figure(cells: Sequence[Placed], along: str, *, metric: str, title: str) -> Figure:
    """Measured values with their intervals along one swept setting.

    Args:
        cells: of all points.
        along: the swept setting of numbers that goes across.
        metric: the measure that is drawn.
        title: for example ``Sweep of table5 on synthetic``.
    """
    drawn = [
        item for item in cells if item.cell.metric == metric and item.cell.measured is not None
    ]
    panels = _panels(drawn, along)
    labels = list(dict.fromkeys(item.label for item in drawn))
    columns = min(len(panels), 4)
    rows = -(-len(panels) // columns)
    with figure_style():
        figure, axes = new_figure(
            max(6.0, 3.0 * columns), 1.6 + 2.6 * rows, columns=columns, rows=rows, sharey=True
        )
        set_title(figure, title)
        for panel, (name, items) in zip(axes, panels.items(), strict=False):
            _lines(panel, items, along, labels)
            panel.set_title(name)
            panel.set_xlabel(along.split(".")[-1].replace("_", " "))
        for empty in axes[len(panels) :]:
            empty.set_visible(False)
        for first in axes[::columns]:
            first.set_ylabel(f"{metric_style(metric).heading} (%)")
        handles, names = axes[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=min(len(names), 3))
        set_caption(figure, "bars: 95 % intervals over questions")
    return figure


def _panels(cells: Sequence[Placed], along: str) -> dict[str, list[Placed]]:
    """Combination of the other settings -> its cells; the first few of them."""
    found: dict[str, list[Placed]] = {}
    for item in cells:
        others = {key: value for key, value in item.place.items() if key != along}
        found.setdefault(_named(others), []).append(item)
    return dict(list(found.items())[:_PANELS])


def _named(place: Mapping[str, str]) -> str:
    return ", ".join(
        f"{key.split('.')[-1].replace('_', ' ')} {value}" for key, value in place.items()
    )


def _lines(panel: Axes, cells: Sequence[Placed], along: str, labels: Sequence[str]) -> None:
    for number, label in enumerate(labels):
        points = sorted(
            (
                (float(item.place[along]), item.cell.measured, item.cell.ci_low, item.cell.ci_high)
                for item in cells
                if item.label == label
            ),
            key=lambda point: point[0],
        )
        if not points:
            continue
        x = [point[0] for point in points]
        y = [point[1] or 0.0 for point in points]
        below = [
            value - (value if low is None else low)
            for value, (_, _, low, _) in zip(y, points, strict=True)
        ]
        above = [
            (value if high is None else high) - value
            for value, (_, _, _, high) in zip(y, points, strict=True)
        ]
        panel.errorbar(
            x,
            y,
            yerr=[below, above],
            label=label,
            color=PALETTE[_COLOURS[number % len(_COLOURS)]],
            marker=_MARKS[number % len(_MARKS)],
            markersize=4,
            elinewidth=0.8,
            capsize=2,
        )
