"""Mean rank of the answer by number of hops, one row per ranker."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.figures.style import (
    GRID,
    INK,
    MUTED,
    PALETTE,
    figure_style,
    new_figure,
    set_title,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_EMPHASIS = {"ppr": PALETTE["blue"], "mention_count": PALETTE["red"]}
_OTHER = "#4D4D4D"
_ROW_INCHES = 0.34


def rank_by_hops(summary: pd.DataFrame, chance: float, *, title: str = "") -> Figure:
    """Draw one panel per number of hops; in it each ranker's mean rank with its interval.

    Every ranker has a line of its own, so equal values do not hide one another.

    Args:
        summary: one line per ranker and hops, in drawing order, with the columns ``row`` (ranker
            id), ``label`` (shown), ``hops`` (panel: a number, or a label such as ``hops1-3``),
            ``mean``, ``low``, ``high`` (mean rank and interval; an exact value has no width, one
            instance has no interval: NaN or None).
        chance: mean rank by chance, (1 + candidates) / 2.
        title: of the whole figure.
    """
    panels = list(dict.fromkeys(summary["hops"]))
    labels = dict(zip(summary["row"], summary["label"], strict=True))
    heights = {row: len(labels) - 1 - place for place, row in enumerate(labels)}
    candidates = round(2 * chance - 1)
    with figure_style():
        height = 1.15 + _ROW_INCHES * len(labels)
        figure, axes = new_figure(8.0, height, columns=len(panels), sharey=True)
        for axis, panel in zip(axes, panels, strict=True):
            _draw_panel(axis, summary[summary["hops"] == panel], heights, chance)
            axis.set_title(hops_title(panel), loc="center", fontweight="bold")
        axes[0].set_yticks(list(heights.values()), list(labels.values()), fontsize=10)
        for row, tick in zip(heights, axes[0].get_yticklabels(), strict=True):
            tick.set_color(_EMPHASIS.get(row, INK))
        if title:
            set_title(figure, title)
        figure.supxlabel(
            f"mean rank of the answer among {candidates} candidates (1 = best), 95 % interval",
            fontsize=9.5,
        )
    return figure


def _draw_panel(axis: Axes, part: pd.DataFrame, heights: dict[str, int], chance: float) -> None:
    worst = 2 * chance - 1
    axis.axvline(chance, color=MUTED, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
    axis.annotate(
        f"chance {chance:g}",
        (chance, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(4, -3),
        textcoords="offset points",
        va="top",
        fontsize=8.5,
        color="#595959",
    )
    numbers = part[["mean", "low", "high"]].to_numpy(dtype=float).tolist()
    for row, (mean, low, high) in zip(part["row"], numbers, strict=True):
        color, height = _EMPHASIS.get(row, _OTHER), heights[row]
        axis.plot([low, high], [height] * 2, "|-", color=color, lw=1.6, ms=11, mew=1.6, zorder=2)
        axis.plot(mean, height, "o", color=color, markersize=5, zorder=3)
        ends = (mean, mean) if math.isnan(low) else (low, high)
        _write_value(axis, mean, *ends, height, worst, color)
    axis.set_xlim(0.2, worst + 0.8)
    axis.set_ylim(-0.6, len(heights) - 0.05)
    axis.set_xticks([1, (1 + chance) / 2, chance, (chance + worst) / 2, worst])
    axis.tick_params(axis="y", length=0)
    axis.grid(visible=False, axis="x")
    axis.grid(visible=True, axis="y", color=GRID)
    axis.spines["left"].set_visible(False)


def _write_value(
    axis: Axes, mean: float, low: float, high: float, height: int, worst: float, color: str
) -> None:
    """The mean beside its interval, on the side with more room."""
    right = worst - high > 0.2 * worst
    axis.annotate(
        printed(mean, 2),
        (high if right else low, height),
        xytext=(7 if right else -7, 0),
        textcoords="offset points",
        ha="left" if right else "right",
        va="center",
        fontsize=9,
        color=color,
        bbox={"fc": "white", "ec": "none", "pad": 0.5},
    )


def hops_title(panel: object) -> str:
    """``1 hop`` or ``2 hops``, of a number or a label such as ``hops2``."""
    text = str(panel).removeprefix("hops")
    return f"{text} hop" if text == "1" else f"{text} hops"
