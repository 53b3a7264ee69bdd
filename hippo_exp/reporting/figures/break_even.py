"""Total cost against the number of queries, and where two totals are equal."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from hippo_exp.evaluation import LinearCost, crossing
from hippo_exp.reporting.figures.style import (
    GRID,
    INK,
    MUTED,
    PALETTE,
    figure_style,
    new_figure,
    set_caption,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INDEXED, _ITERATED = PALETTE["blue"], PALETTE["red"]
_POINTS = 200
_ROOM = 100
"""The left panel begins at its first number of queries divided by this: room for labels."""


@dataclass(frozen=True)
class Totals:
    """The bills of one model.

    Attributes:
        model: its label.
        hipporag: passages of a corpus -> HippoRAG's bill.
        ircot: IRCoT's bill.
    """

    model: str
    hipporag: Mapping[int, LinearCost]
    ircot: LinearCost


@dataclass(frozen=True)
class Crossings:
    """Queries for each passage at the crossing, of one model.

    Attributes:
        model: its label.
        by_calls: reasoning calls of IRCoT for a query -> queries for each passage.
        interval: of the one with the most calls; None without one.
    """

    model: str
    by_calls: Mapping[int, float]
    interval: tuple[float, float] | None = None


def break_even_figure(
    drawn: Totals,
    crossings: Sequence[Crossings],
    *,
    queries: tuple[int, int],
    title: str,
    caption: str,
) -> Figure:
    """Left, the totals of one model by number of queries; right, every model's crossing.

    Args:
        drawn: the model whose totals are drawn; a dot marks each crossing.
        crossings: (n_models,) from top to bottom.
        queries: first and last number of the left panel.
        title, caption: of the figure.
    """
    with figure_style():
        figure, (left, right) = new_figure(10.5, 4.8, columns=2)
        set_title(figure, title)
        _draw_totals(left, drawn, queries)
        _draw_crossings(right, crossings)
        set_caption(figure, caption)
    return figure


def _draw_totals(axes: Axes, drawn: Totals, ends: tuple[int, int]) -> None:
    points = np.geomspace(*ends, _POINTS).tolist()
    ircot = [drawn.ircot.total(point) for point in points]
    axes.plot(points, ircot, color=_ITERATED, linewidth=2.2)
    _write(axes, "IRCoT", (points[-1], ircot[-1]), _ITERATED, offset=(-12, 0), ha="right")
    for size in sorted(drawn.hipporag):
        bill = drawn.hipporag[size]
        axes.plot(points, [bill.total(point) for point in points], color=_INDEXED)
        label = f"HippoRAG,\n{size:,} passages"
        start = (points[0], bill.total(points[0]))
        _write(axes, label, start, _INDEXED, offset=(-6, 0), ha="right")
        where = crossing(bill, drawn.ircot)
        if where is not None and ends[0] <= where <= ends[1]:
            axes.plot(where, bill.total(where), "o", color=INK, markersize=5.5, zorder=5)
            place = (where, bill.total(where))
            _write(axes, f"{where:,.0f}", place, INK, offset=(8, -9), ha="left")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(ends[0] / _ROOM, ends[1] * 1.6)
    axes.set_xticks([10**power for power in range(_power(ends[0]), _power(ends[1]) + 1)])
    axes.minorticks_off()
    axes.set_xlabel("queries")
    axes.set_ylabel("US dollars, index and queries")
    axes.set_title(f"Total cost, {drawn.model}")


def _write(
    axes: Axes,
    text: str,
    place: tuple[float, float],
    color: str,
    *,
    offset: tuple[float, float],
    ha: Literal["left", "right"],
) -> None:
    axes.annotate(
        text,
        place,
        xytext=offset,
        textcoords="offset points",
        ha=ha,
        va="center",
        fontsize=8.5,
        color=color,
    )


def _power(value: float) -> int:
    return round(math.log10(value))


def _draw_crossings(axes: Axes, crossings: Sequence[Crossings]) -> None:
    most = max(calls for item in crossings for calls in item.by_calls)
    labels = [item.model for item in crossings]
    for height, item in enumerate(crossings):
        axes.plot(
            list(item.by_calls.values()),
            [height] * len(item.by_calls),
            color=GRID,
            linewidth=1.6,
            zorder=1,
        )
        if item.interval is not None:
            axes.plot(item.interval, [height] * 2, "|-", color=_INDEXED, ms=9, mew=1.6, zorder=2)
        for calls, value in item.by_calls.items():
            full = calls == most
            axes.plot(
                value,
                height,
                "o",
                color=_INDEXED if full else "white",
                markeredgecolor=_INDEXED if full else MUTED,
                markersize=6,
                zorder=3,
            )
            if height == 0:
                _write_calls(axes, calls, (value, height))
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -1.0)
    axes.set_xscale("log")
    values = [value for item in crossings for value in item.by_calls.values()]
    low, high = min(values) / 1.35, max(values) * 1.35
    axes.set_xlim(low, high)
    axes.minorticks_off()
    ticks = [step * 10.0**power for power in range(-6, 7) for step in (1, 2, 3, 5, 7)]
    shown = [tick for tick in ticks if low <= tick <= high]
    axes.set_xticks(shown, [f"{tick:g}" for tick in shown])
    axes.set_xlabel("queries for each passage of the corpus at the crossing")
    axes.set_title("HippoRAG is cheaper to the right of the dots")
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")


def _write_calls(axes: Axes, calls: int, place: tuple[float, float]) -> None:
    axes.annotate(
        f"{calls} thought{'' if calls == 1 else 's'}",
        place,
        xytext=(0, 9),
        textcoords="offset points",
        ha="center",
        fontsize=8.5,
        color=INK,
    )
