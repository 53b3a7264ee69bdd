"""Measured values by row, with intervals, beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.dots import BAR, DIAMOND, DOT, dot_legend, dot_panels
from hippo_exp.reporting.figures.style import MEASURED, figure_style
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.types import Cell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def recall_figure(cells: Sequence[Cell], labels: Mapping[str, str], *, title: str) -> Figure:
    """A dot plot: one panel per metric, one line per row, in the order of ``labels``.

    A dot is the measured value with its 95 % interval, a hollow diamond the paper's value where
    it has one. A row that did not run is greyed and says so if the paper's diamond stands there;
    with neither number it is left out.

    Args:
        cells: of one experiment and data set.
        labels: row id -> label, in print order.
        title: for example ``Table 5, musique (n = 1000)``.
    """
    metrics = list(dict.fromkeys(cell.metric for cell in cells))
    by_key = {(cell.row, cell.metric): cell for cell in cells}
    ran = {cell.row for cell in cells if cell.measured is not None}
    shown = ran | {cell.row for cell in cells if cell.paper is not None}
    labels = {row: label for row, label in labels.items() if row in shown}
    texts = [label if row in ran else f"{label}, not run" for row, label in labels.items()]
    with figure_style():
        muted = [row not in ran for row in labels]
        figure, panels = dot_panels(len(metrics), texts, title=title, muted=muted, sharex=False)
        for panel, metric in zip(panels, metrics, strict=True):
            style = metric_style(metric)
            panel.set_title(style.heading + (" (%)" if style.percent else ""))
            panel.margins(x=0.08)
            for position, row in enumerate(labels):
                if (row, metric) in by_key:
                    _line(panel, position, by_key[row, metric])
        dot_legend(
            figure,
            intervals=any(cell.ci_low is not None for cell in cells),
            paper=any(cell.paper is not None for cell in cells),
        )
    return figure


def _line(axes: Axes, position: int, cell: Cell) -> None:
    if cell.paper is not None:
        axes.plot(cell.paper, position, **DIAMOND)
    if cell.measured is None:
        axes.axhspan(position - 0.5, position + 0.5, color="#F4F4F4", linewidth=0, zorder=0)
        return
    if cell.ci_low is not None and cell.ci_high is not None:
        axes.plot([cell.ci_low, cell.ci_high], [position, position], **BAR)
    axes.plot(cell.measured, position, color=MEASURED, **DOT)
