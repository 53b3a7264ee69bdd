"""One panel per case: a dot for each method's median on a logarithmic axis of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchmarks.harness.method import OURS
from benchmarks.harness.records import Record
from benchmarks.harness.table import number
from hippo_exp.reporting.figures.style import INK, MEASURED, MUTED, figure_style, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 2


def times_figure(records: Sequence[Record], *, title: str, unit: str) -> Figure:
    """Medians and the range of the runs; methods by time, ours coloured, ratios beside the dots."""
    timed = [record for record in records if record.times]
    cases = list(dict.fromkeys(record.case for record in timed))
    groups = [[record for record in timed if record.case == case] for case in cases]
    columns = min(COLUMNS, len(cases))
    rows = -(-len(cases) // columns)
    height = 0.9 + rows * (0.75 + 0.3 * max(len(group) for group in groups))
    with figure_style():
        figure, panels = new_figure(1.2 + 4.9 * columns, height, columns=columns, rows=rows)
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        for panel, case, group in zip(panels, cases, groups, strict=False):
            _panel(panel, group)
            panel.set_title(case)
            panel.set_xlabel(unit)
        for panel in panels[len(cases) :]:
            panel.set_axis_off()
    return figure


def _panel(axes: Axes, records: Sequence[Record]) -> None:
    lines = sorted(records, key=lambda record: record.median_ms or 0.0)
    axes.set_xscale("log")
    for place, record in enumerate(lines):
        colour = MEASURED if record.method.startswith(OURS) else MUTED
        median = record.median_ms or 0.0
        span = [min(record.times), max(record.times)]
        axes.plot(span, [place, place], color=colour, linewidth=2.2, alpha=0.5)
        axes.plot([median], [place], marker="o", markersize=5.5, color=colour)
        if record.ratio_to_ours is not None and record.method != OURS:
            note = f"{number(record.ratio_to_ours)}x"
            axes.annotate(
                note,
                (span[1], place),
                xytext=(6, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
                color=INK,
            )
    axes.set_yticks(range(len(lines)), [record.method for record in lines])
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    low, high = axes.get_xlim()
    axes.set_xlim(low, high * (high / low) ** 0.12)  # room for the last ratio
    for label, record in zip(axes.get_yticklabels(), lines, strict=True):
        label.set_fontweight("bold" if record.method == OURS else "normal")
