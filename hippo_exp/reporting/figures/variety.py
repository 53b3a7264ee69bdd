"""What the two parts are worth as two properties of a corpus are varied, one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.style import (
    MUTED,
    PALETTE,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_GAINS = {
    "synonymy_gain": ("Synonymy edges", "o", PALETTE["blue"]),
    "specificity_gain": ("Node specificity", "s", PALETTE["orange"]),
}


@dataclass(frozen=True)
class Measured:
    """One corpus of a series.

    Attributes:
        axis, value: the setting that is varied, and its value.
        gains: metric -> effect, and the ends of its interval.
    """

    axis: str
    value: float
    gains: Mapping[str, tuple[float, float | None, float | None]]


def variety_figure(points: Sequence[Measured]) -> Figure:
    """One panel for each varied setting, one line for each part; gains in points of recall@5."""
    axes = list(dict.fromkeys(point.axis for point in points))
    with figure_style():
        figure, panels = new_figure(3.8 * len(axes), 3.4, columns=len(axes), sharey=True)
        set_title(figure, "What synonymy edges and node specificity add to recall@5")
        for panel, axis in zip(panels, axes, strict=True):
            series = sorted((p for p in points if p.axis == axis), key=lambda point: point.value)
            x = [point.value for point in series]
            for metric, (label, mark, colour) in _GAINS.items():
                gains = [point.gains[metric] for point in series]
                y = [gain[0] for gain in gains]
                below = [y0 - (y0 if low is None else low) for y0, low, _ in gains]
                above = [(y0 if high is None else high) - y0 for y0, _, high in gains]
                panel.errorbar(
                    x,
                    y,
                    yerr=[below, above],
                    label=label,
                    marker=mark,
                    color=colour,
                    capsize=2,
                    elinewidth=0.9,
                )
            panel.axhline(0, color=MUTED, linewidth=0.8)
            panel.set_xlabel(axis)
        panels[0].set_ylabel("gain in recall@5 (points)")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower right", ncols=2)
        set_caption(figure, "bars: 95 % intervals over questions")
    return figure
