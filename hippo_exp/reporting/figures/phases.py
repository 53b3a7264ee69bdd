"""Phase diagrams: one heat map each, the argument's boundary drawn over the measured values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.reporting.figures.style import (
    INK,
    PALETTE,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)
from hippo_exp.types import Cell, FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hippo_exp.pathfinding.phases import Phase


def phases_figure(
    phases: Sequence[Phase], values: Mapping[tuple[str, float, float], Cell], n: int
) -> Figure:
    """Share of instances with the answer first; red: where the argument expects one half.

    Args:
        phases: the diagrams.
        values: (diagram, x, y) -> cell.
        n: instances of a point.
    """
    with figure_style():
        figure, panels = new_figure(4.6 * len(phases), 3.6, columns=len(phases))
        set_title(figure, "Where Personalized PageRank ranks the answer first (% of instances)")
        for panel, phase in zip(panels, phases, strict=True):
            matrix = np.array(
                [[values[phase.id, x, y].measured or 0.0 for x in phase.xs] for y in phase.ys]
            )
            _draw(panel, phase, matrix)
        set_caption(
            figure,
            f"{n} instances at each point · red line: one half by the one- and two-step argument",
        )
    return figure


def _draw(axes: Axes, phase: Phase, matrix: FloatArray) -> None:
    axes.grid(visible=False)
    axes.imshow(matrix, cmap="Blues", vmin=0, vmax=100, aspect="auto", origin="lower")
    axes.set_xticks(range(len(phase.xs)), [f"{x:g}" for x in phase.xs])
    axes.set_yticks(range(len(phase.ys)), [f"{y:g}" for y in phase.ys])
    axes.set_xlabel(phase.x)
    axes.set_ylabel(phase.y)
    axes.set_title(phase.title)
    for (row, column), value in np.ndenumerate(matrix):
        colour = "white" if value > 60 else INK
        axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=colour, fontsize=7.5)
    if phase.boundary is None:
        return
    for row, y in enumerate(phase.ys):
        place = float(np.interp(phase.boundary(y), phase.xs, range(len(phase.xs))))
        if phase.xs[0] <= phase.boundary(y) <= phase.xs[-1]:
            axes.plot([place, place], [row - 0.5, row + 0.5], color=PALETTE["red"], linewidth=2.2)
