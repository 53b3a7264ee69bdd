"""Each signal of an index against its recall, one panel a signal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from hippo_exp.graph.signals import SIGNALS
from hippo_exp.reporting.figures.style import (
    INK,
    PALETTE,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLUMNS = 5
_LOOKS = {"facts": ("o", PALETTE["blue"]), "passages": ("s", PALETTE["orange"])}


class Point(Protocol):
    """One degraded index."""

    @property
    def loss(self) -> str:
        """What was lost."""

    @property
    def share(self) -> float:
        """How much of it."""

    @property
    def recalls(self) -> Mapping[str, float]:
        """Metric -> percent."""

    @property
    def signals(self) -> Mapping[str, float]:
        """Signal -> value."""


def watch_figure(points: Sequence[Point], rows: Sequence[str], *, title: str) -> Figure:
    """Signal across, recall@5 up; a cross is the whole index.

    Args:
        points: the whole index first.
        rows: ids of the signals that are drawn.
        title: of the figure.
    """
    columns = min(_COLUMNS, len(rows))
    lines = -(-len(rows) // columns)
    with figure_style():
        figure, panels = new_figure(
            2.4 * columns, 1.0 + 2.2 * lines, columns=columns, rows=lines, sharey=True
        )
        set_title(figure, title)
        for panel, row in zip(panels, rows, strict=False):
            for loss, (mark, colour) in _LOOKS.items():
                lost = [point for point in points if point.loss == loss and point.share > 0]
                panel.scatter(
                    [point.signals[row] for point in lost],
                    [point.recalls["recall@5"] for point in lost],
                    s=14,
                    marker=mark,
                    color=colour,
                    alpha=0.8,
                    label=f"lost: {loss}",
                )
            whole = points[0]
            panel.scatter(
                [whole.signals[row]], [whole.recalls["recall@5"]], s=50, marker="x", color=INK
            )
            panel.set_title(SIGNALS[row][0], fontsize=9)
        for empty in panels[len(rows) :]:
            empty.set_visible(False)
        for first in panels[::columns]:
            first.set_ylabel("R@5 (%)")
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower right", ncols=2)
        set_caption(figure, "each point one degraded index · cross: nothing lost")
    return figure
