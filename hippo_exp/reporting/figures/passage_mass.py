"""Where the mass of gold and of other passages comes from, and which questions gain by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.style import (
    PALETTE,
    figure_style,
    new_figure,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_HEIGHT = 0.2
_COLOURS = {"entities": PALETTE["blue"], "reset": PALETTE["orange"]}


@dataclass(frozen=True, slots=True)
class MassBar:
    """One stacked bar.

    Attributes:
        group: questions that it is the mean of, as printed.
        name: of the passage.
        entities, reset: parts in percent of the whole mass.
    """

    group: str
    name: str
    entities: float
    reset: float


def mass_figure(
    bars: Mapping[str, Sequence[MassBar]], labels: Mapping[str, str], *, title: str
) -> Figure:
    """A panel for each row, a bar for each group of questions and each passage.

    Args:
        bars: row id -> bars, those of a group together, in the order of print.
        labels: row id -> label.
        title: of the whole figure.
    """
    most = max(len({bar.group for bar in own}) for own in bars.values())
    columns = min(2, len(bars))
    rows = -(-len(bars) // columns)
    with figure_style():
        figure, panels = new_figure(
            1.2 + 4.2 * columns, 1.1 + rows * (0.75 + 0.9 * most), columns=columns, rows=rows
        )
        for panel, (row, own) in zip(panels, bars.items(), strict=False):
            _bars(panel, own)
            panel.set_title(labels[row])
        for panel in panels[len(bars) :]:
            panel.set_axis_off()
        for panel in panels[(rows - 1) * columns : len(bars)]:
            panel.set_xlabel("mass of a passage (% of all mass)")
        _legend(figure)
        set_title(figure, title)
    return figure


def _bars(axes: Axes, bars: Sequence[MassBar]) -> None:
    groups = list(dict.fromkeys(bar.group for bar in bars))
    ticks: list[float] = []
    names: list[str] = []
    for place, group in enumerate(groups):
        own = [bar for bar in bars if bar.group == group]
        for number, bar in enumerate(own):
            at = place + (number - (len(own) - 1) / 2) * _HEIGHT * 1.12
            left = 0.0
            for part, value in (("entities", bar.entities), ("reset", bar.reset)):
                axes.barh(at, value, left=left, height=_HEIGHT, color=_COLOURS[part], zorder=2)
                left += value
            ticks.append(at)
            names.append(bar.name)
        top = place - len(own) / 2 * _HEIGHT * 1.12 - 0.03
        axes.text(0.0, top, group, ha="left", va="bottom", fontsize=8.5, fontweight="bold")
    axes.set_yticks(ticks, names, fontsize=8)
    axes.set_ylim(len(groups) - 0.55, -0.65)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")


def _legend(figure: Figure) -> None:
    from matplotlib.patches import Patch

    names = {"entities": "from the query entities", "reset": "from the passage reset"}
    handles = [Patch(color=_COLOURS[part], label=name) for part, name in names.items()]
    figure.legend(handles=handles, loc="outside lower right", ncols=2)
