"""Which questions gain, along the rank that HippoRAG gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.style import (
    INK,
    MEASURED,
    MUTED,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Trend:
    """Mean gain of questions of like value, with its interval."""

    low: float
    high: float
    middle: float
    gain: float
    interval: tuple[float, float] | None


def gain_figure(
    points: Mapping[str, Sequence[tuple[float, float]]],
    trends: Mapping[str, Sequence[Trend]],
    *,
    title: str,
    caption: str,
) -> Figure:
    """A panel for each trait: a dot for each question, and the mean gain of groups.

    Args:
        points: trait -> (value, gain in points) of each question.
        trends: trait -> groups of like value.
        title, caption: of the whole figure.
    """
    with figure_style():
        figure, panels = new_figure(1.0 + 3.2 * len(points), 3.9, columns=len(points), sharey=True)
        for panel, (trait, own) in zip(panels, points.items(), strict=True):
            _dots(panel, own)
            for trend in trends.get(trait, ()):
                _trend(panel, trend)
            panel.axhline(0.0, color=INK, linewidth=1.0, zorder=1)
            panel.set_xlabel(trait)
            panel.margins(x=0.08)
        panels[0].set_ylabel("gain in recall@5 (points)")
        set_title(figure, title)
        set_caption(figure, caption)
    return figure


def _dots(axes: Axes, points: Sequence[tuple[float, float]]) -> None:
    """Equal points as one dot whose area is in proportion to their number."""
    counts: dict[tuple[float, float], int] = {}
    for point in points:
        counts[point] = counts.get(point, 0) + 1
    xs, ys = [x for x, _ in counts], [y for _, y in counts]
    unit = min(12.0, 700.0 / max(counts.values(), default=1))
    sizes = [max(4.0, unit * number) for number in counts.values()]
    axes.scatter(xs, ys, s=sizes, color=MUTED, alpha=0.45, linewidths=0, zorder=2)


def _trend(axes: Axes, trend: Trend) -> None:
    axes.plot([trend.low, trend.high], [trend.gain] * 2, color=MEASURED, linewidth=1.6, zorder=3)
    if trend.interval is not None:
        axes.plot([trend.middle] * 2, trend.interval, color=MEASURED, linewidth=2.2, zorder=3)
    axes.plot(trend.middle, trend.gain, marker="o", markersize=6, color=MEASURED, zorder=4)
