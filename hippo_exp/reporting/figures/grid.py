"""The tuning grid as a heat map with the numbers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.reporting.figures.style import (
    INK,
    PAPER,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.types import Cell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def grid_figure(
    cells: Sequence[Cell],
    points: Mapping[str, tuple[float, float]],
    *,
    title: str,
    chosen: tuple[float, float] | None = None,
) -> Figure:
    """One panel per metric: restart probability down, synonymy threshold across; best in bold.

    Args:
        cells: of one experiment and data set.
        points: row id -> (restart probability, synonymy threshold).
        title: for example ``Tuning grid, musique_train (n = 100)``.
        chosen: the point that is framed, the paper's choice.
    """
    metrics = list(dict.fromkeys(cell.metric for cell in cells))
    with figure_style():
        figure, panels = new_figure(4.2 * len(metrics), 4.0, columns=len(metrics))
        set_title(figure, title)
        for panel, metric in zip(panels, metrics, strict=True):
            values = {
                points[cell.row]: cell.measured
                for cell in cells
                if cell.metric == metric and cell.measured is not None
            }
            _panel(panel, values, chosen)
            panel.set_title(f"{metric_style(metric).heading} (%)")
        framed = "" if chosen is None else "framed: the paper's choice · "
        set_caption(figure, f"{framed}bold: the best")
    return figure


def _panel(
    axes: Axes,
    values: Mapping[tuple[float, float], float],
    chosen: tuple[float, float] | None,
) -> None:
    from matplotlib.patches import Rectangle

    restarts = sorted({restart for restart, _ in values})
    thresholds = sorted({threshold for _, threshold in values})
    matrix = np.array([[values.get((r, t), np.nan) for t in thresholds] for r in restarts])
    axes.imshow(matrix, cmap="Blues", aspect="auto")
    axes.set_xticks(range(len(thresholds)), [f"{value:g}" for value in thresholds])
    axes.set_yticks(range(len(restarts)), [f"{value:g}" for value in restarts])
    axes.set_xlabel("synonymy threshold")
    axes.set_ylabel("restart probability")
    middle = (np.nanmin(matrix) + np.nanmax(matrix)) / 2
    best = np.nanmax(matrix)
    for (row, column), value in np.ndenumerate(matrix):
        if np.isfinite(value):
            axes.text(
                column,
                row,
                f"{value:.1f}",
                ha="center",
                va="center",
                color="white" if value > middle else INK,
                weight="bold" if value == best else "normal",
            )
    axes.grid(visible=False)
    if chosen is not None and chosen[0] in restarts and chosen[1] in thresholds:
        corner = (thresholds.index(chosen[1]) - 0.5, restarts.index(chosen[0]) - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=PAPER, linewidth=2.5))
