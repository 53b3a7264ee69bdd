"""Causes of errors row by row, and what other rows mend of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.evaluation.errors import ERROR_CLASSES, Crossed
from hippo_exp.reporting.figures.style import (
    INK,
    MUTED,
    PALETTE,
    figure_style,
    new_figure,
    set_title,
)
from hippo_exp.reporting.metrics import metric_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OTHER = "other"
"""Missed questions of a row whose misses have no cause among the classes."""
_COLOURS = {
    "ner": PALETTE["orange"],
    "openie": PALETTE["sky"],
    "ppr": PALETTE["blue"],
    OTHER: MUTED,
}
_HEIGHT = 0.24
"""Of one class's bar, in rows."""


def errors_figure(
    missed: Mapping[str, Mapping[str, int]],
    crossed: Sequence[Crossed],
    labels: Mapping[str, str],
    *,
    n: int,
    title: str,
) -> Figure:
    """At the left the missed questions of each row by cause, at the right what rows mend.

    Args:
        missed: row -> cause (a class of errors, or :data:`OTHER`) -> number of questions.
        crossed: what other rows mend of a baseline's misses; may be empty.
        labels: row -> label, in the order of print.
        n: number of questions.
        title: of the whole figure.
    """
    rows = [row for row in labels if row in missed]
    columns = 2 if crossed else 1
    with figure_style():
        figure, panels = new_figure(
            3.0 + 3.1 * columns, 1.35 + 0.62 * len(rows), columns=columns, sharey=True
        )
        panels[0].set_yticks(range(len(rows)), [labels[row] for row in rows])
        panels[0].set_ylim(len(rows) - 0.4, -0.6)
        panels[0].set_title("Missed questions (% of all)")
        for position, row in enumerate(rows):
            _stack(panels[0], position, missed[row], n)
        if crossed:
            panels[1].set_title("Mended of the first row's misses (%)")
            _mended(panels[1], rows, crossed)
        for panel in panels:
            panel.tick_params(axis="y", length=0)
            panel.grid(visible=False, axis="y")
        _legend(figure, missed, intervals=any(item.interval for item in crossed))
        set_title(figure, title)
    return figure


def _stack(axes: Axes, position: int, counts: Mapping[str, int], n: int) -> None:
    """One bar whose parts are the causes, each with its number of questions."""
    left = 0.0
    for cause in (*ERROR_CLASSES, OTHER):
        width = 100.0 * counts.get(cause, 0) / n
        if not width:
            continue
        axes.barh(position, width, left=left, height=0.56, color=_COLOURS[cause], zorder=2)
        ink = "white" if cause in ("ppr", OTHER) else INK
        text = str(counts[cause])
        axes.text(left + width / 2, position, text, ha="center", va="center", color=ink, zorder=3)
        left += width


def _mended(axes: Axes, rows: Sequence[str], crossed: Sequence[Crossed]) -> None:
    """For each row a bar for each class, its interval, and ``count/n``."""
    axes.set_xlim(0, 118)
    axes.set_xticks(range(0, 101, 20))
    for item in crossed:
        if item.group not in ERROR_CLASSES or item.row not in rows or item.share is None:
            continue
        place = rows.index(item.row) + (ERROR_CLASSES.index(item.group) - 1) * _HEIGHT
        axes.barh(place, item.share, height=_HEIGHT * 0.86, color=_COLOURS[item.group], zorder=2)
        end = item.share
        if item.interval is not None:
            axes.plot(item.interval, [place, place], color=INK, linewidth=1.0, zorder=3)
            end = max(end, item.interval[1])
        text = f"{item.count}/{item.n}"
        axes.text(end + 1.5, place, text, va="center", fontsize=7.5, zorder=3)
    first = next(place for place, row in enumerate(rows) if row not in _others(crossed))
    axes.text(2, first, "these misses", va="center", color=MUTED, fontsize=8.5)


def _others(crossed: Sequence[Crossed]) -> frozenset[str]:
    return frozenset(item.row for item in crossed)


def _legend(figure: Figure, missed: Mapping[str, Mapping[str, int]], *, intervals: bool) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Patch | Line2D] = [
        Patch(color=_COLOURS[cause], label=metric_style(f"{cause}_missed").heading)
        for cause in ERROR_CLASSES
    ]
    if any(counts.get(OTHER) for counts in missed.values()):
        handles.append(Patch(color=_COLOURS[OTHER], label="missed by a row without a graph"))
    if intervals:
        handles.append(Line2D([], [], color=INK, linewidth=1.0, label="95 % interval"))
    figure.legend(handles=handles, loc="outside lower right", ncols=len(handles))
