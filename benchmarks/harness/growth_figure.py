"""Time and memory against the number of edges, both on logarithmic axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.harness.method import OURS
from benchmarks.harness.records import Record
from hippo_exp.reporting.figures.style import MEASURED, PALETTE, figure_style, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("orange", "green", "red", "purple", "sky", "black")
_MARKERS = ("s", "^", "D", "v", "P", "X")


def growth_figure(records: Sequence[Record], edges: Mapping[str, int], *, title: str) -> Figure:
    """Two panels, one line per method.

    Args:
        records: of all sizes.
        edges: case -> number of edges.
        title: of the figure.
    """
    with figure_style():
        figure, (times, peaks) = new_figure(10.6, 4.6, columns=2)
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        methods = list(dict.fromkeys(record.method for record in records if record.times))
        for number, method in enumerate(methods):
            lines = [record for record in records if record.method == method]
            style = line_style(method, number)
            draw_line(times, [(edges[r.case], r.median_ms) for r in lines], style, method)
            draw_line(peaks, [(edges[r.case], r.peak_mb) for r in lines], style, method)
        times.set_title("one query, milliseconds")
        peaks.set_title("peak memory of the process, MiB")
        for panel in (times, peaks):
            panel.set_xscale("log")
            panel.set_yscale("log")
            panel.set_xlabel("edges")
        handles, labels = times.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside right upper")
    return figure


def draw_line(
    axes: Axes, points: Sequence[tuple[int, float | None]], style: dict[str, Any], label: str
) -> None:
    """Points whose value is known, joined."""
    known = [(size, value) for size, value in points if value is not None]
    if known:
        axes.plot(*zip(*known, strict=True), label=label, **style)


def line_style(method: str, number: int) -> dict[str, Any]:
    """Look of a method's line: ours stands out, the others by their place in the table."""
    if method == OURS:
        return {"color": MEASURED, "marker": "o", "linewidth": 2.4, "markersize": 6, "zorder": 5}
    place = (number - 1) % len(_COLOURS)
    return {
        "color": PALETTE[_COLOURS[place]],
        "marker": _MARKERS[place],
        "linewidth": 1.2,
        "markersize": 4.5,
    }
