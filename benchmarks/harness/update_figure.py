"""Time against the number of passages, one panel for each kind of work, both axes logarithmic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from benchmarks.harness.growth_figure import draw_line, line_style
from benchmarks.harness.records import Record
from hippo_exp.reporting.figures.style import figure_style, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def update_figure(
    panels: Mapping[str, Sequence[Record]], sizes: Mapping[str, int], *, title: str
) -> Figure:
    """Medians of each panel's methods over its cases, ours in blue.

    Args:
        panels: heading -> records of all its sizes.
        sizes: case -> number of passages.
        title: of the figure.
    """
    methods = list(dict.fromkeys(item.method for own in panels.values() for item in own))
    with figure_style():
        figure, axes = new_figure(4.1 * len(panels), 4.8, columns=len(panels))
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        for panel, (heading, records) in zip(axes, panels.items(), strict=True):
            for number, method in enumerate(methods):
                lines = [item for item in records if item.method == method]
                if not lines:
                    continue
                points = [(sizes[item.case], item.median_ms) for item in lines]
                draw_line(panel, points, line_style(method, number), method)
            panel.set_title(heading)
            panel.set_xscale("log")
            panel.set_yscale("log")
            panel.set_xlabel("passages")
            panel.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16))
        axes[0].set_ylabel("milliseconds for one passage")
    return figure
