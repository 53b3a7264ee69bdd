"""How the measured quality of an extraction follows the faults that were put into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.style import (
    INK,
    MUTED,
    PALETTE,
    figure_style,
    new_figure,
    set_title,
)
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.types import Cell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = {"precision": PALETTE["blue"], "recall": PALETTE["red"]}


def noise_figure(
    cells: Sequence[Cell], noise: Mapping[str, Mapping[str, float]], *, title: str
) -> Figure:
    """One panel for each kind of fault: precision and recall over its rate, with intervals.

    Args:
        cells: of one data set; those of precision and recall are drawn.
        noise: row -> fault -> rate; a row of several faults is left out, one of none is in every
            panel.
        title: of the whole figure.
    """
    series = _series(noise)
    by_key = {(cell.row, cell.metric): cell for cell in cells}
    with figure_style():
        figure, panels = new_figure(
            1.2 + 3.4 * max(1, len(series)), 3.4, columns=max(1, len(series)), sharey=True
        )
        for panel, (fault, rows) in zip(panels, series.items(), strict=True):
            panel.set_title(fault.replace("_", " ").capitalize())
            panel.set_xlabel("rate that was set (%)")
            if fault == "missing_facts":
                rates = [100.0 * rate for rate, _ in rows]
                panel.plot(rates, [100.0 - rate for rate in rates], color=MUTED, linestyle="--")
            for metric, colour in _COLOURS.items():
                _line(panel, [(rate, by_key[row, metric]) for rate, row in rows], colour)
        panels[0].set_ylabel("measured (%)")
        _legend(figure, dashed="missing_facts" in series)
        set_title(figure, title)
    return figure


def _series(noise: Mapping[str, Mapping[str, float]]) -> dict[str, list[tuple[float, str]]]:
    """Fault -> (rate, row) by rising rate, rows without any fault at rate 0."""
    kinds = dict.fromkeys(name for rates in noise.values() for name, rate in rates.items() if rate)
    found = {}
    for kind in kinds:
        rows = [
            (rates[kind], row)
            for row, rates in noise.items()
            if not any(rate for name, rate in rates.items() if name != kind)
        ]
        found[kind] = sorted(rows)
    return found


def _line(axes: Axes, points: Sequence[tuple[float, Cell]], colour: str) -> None:
    known = [(100.0 * rate, cell) for rate, cell in points if cell.measured is not None]
    axes.plot(
        [rate for rate, _ in known],
        [float(cell.measured or 0.0) for _, cell in known],
        color=colour,
        marker="o",
        markersize=4.5,
    )
    for rate, cell in known:
        if cell.ci_low is not None and cell.ci_high is not None:
            axes.plot([rate, rate], [cell.ci_low, cell.ci_high], color=INK, linewidth=0.9)


def _legend(figure: Figure, *, dashed: bool) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, marker="o", markersize=4.5, label=metric_style(name).heading)
        for name, colour in _COLOURS.items()
    ]
    handles.append(Line2D([], [], color=INK, linewidth=0.9, label="95 % interval"))
    if dashed:
        handles.append(Line2D([], [], color=MUTED, linestyle="--", label="facts that are left"))
    figure.legend(handles=handles, loc="outside lower right", ncols=len(handles))
