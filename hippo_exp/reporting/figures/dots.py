"""The grid of panels that the dot plots share: a metric per panel, a row per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hippo_exp.reporting.figures.style import INK, MEASURED, MUTED, PAPER, new_figure, set_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOT: Mapping[str, Any] = {"marker": "o", "markersize": 5, "linestyle": "none", "zorder": 4}
BAR: Mapping[str, Any] = {
    "color": MEASURED,
    "linewidth": 2.2,
    "solid_capstyle": "round",
    "alpha": 0.55,
    "zorder": 2,
}
DIAMOND: Mapping[str, Any] = {
    "marker": "D",
    "markersize": 6.5,
    "linestyle": "none",
    "markerfacecolor": "white",
    "markeredgecolor": PAPER,
    "markeredgewidth": 1.3,
    "zorder": 3,
}


def dot_panels(
    n_panels: int, labels: Sequence[str], *, title: str, muted: Sequence[bool], sharex: bool
) -> tuple[Figure, list[Axes]]:
    """An empty grid, two panels to a row, row labels at the left.

    Args:
        n_panels: number of metrics.
        labels: (n_rows,) labels from top to bottom.
        title: of the whole figure.
        muted: (n_rows,) True where the label is greyed.
        sharex: one scale for all panels.
    """
    columns = min(2, n_panels)
    rows = -(-n_panels // columns)
    figure, panels = new_figure(
        2.1 + 2.9 * columns,
        0.75 + rows * (0.6 + 0.33 * len(labels)),
        columns=columns,
        rows=rows,
        sharex=sharex,
        sharey=True,
    )
    panels[0].set_yticks(range(len(labels)), list(labels))
    panels[0].set_ylim(len(labels) - 0.4, -0.6)
    for panel in panels:
        panel.tick_params(axis="y", length=0)
        panel.grid(visible=False, axis="y")
        for grey, text in zip(muted, panel.get_yticklabels(), strict=False):  # inner: no label
            text.set_color(MUTED if grey else INK)
    for panel in panels[n_panels:]:
        panel.set_axis_off()
        panels[n_panels - columns].tick_params(axis="x", labelbottom=True)  # none below it
    set_title(figure, title)
    return figure, panels[:n_panels]


def dot_legend(figure: Figure, *, hollow: str = "", intervals: bool, paper: bool) -> None:
    """The legend under the panels.

    Args:
        figure: made by :func:`dot_panels`.
        hollow: meaning of a hollow dot, empty where there is none.
        intervals: whether intervals are drawn.
        paper: whether the paper's values are drawn.
    """
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=MEASURED, label="measured", **DOT)]
    if hollow:
        edge: dict[str, Any] = {"markerfacecolor": "white", "markeredgecolor": MEASURED}
        handles.append(Line2D([], [], label=hollow, **edge, **DOT))
    if intervals:
        handles.append(Line2D([], [], label="95 % interval", **BAR))
    if paper:
        handles.append(Line2D([], [], label="paper", **DIAMOND))
    figure.legend(handles=handles, loc="outside lower right", ncols=len(handles))
