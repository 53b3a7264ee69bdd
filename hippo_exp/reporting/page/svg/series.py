"""Curves as data, and the legend that names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.reporting.page.parts.markup import Html, el, joined
from hippo_exp.reporting.page.svg.canvas import circle, line

N_COLOURS = 8
"""Series that can be told apart; further ones repeat colours with another stroke."""


@dataclass(frozen=True)
class Point:
    """One point of a curve, and the ends of its interval, None for none."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Curve:
    """A named series of points, in the order of their x."""

    label: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Axes:
    """Names of both axes, and whether equal ratios are equally wide on both.

    Attributes:
        x, y: names.
        is_log: for both axes.
        x_ticks: the only places on x, where there are few; points of several curves there stand
            side by side.
    """

    x: str
    y: str
    is_log: bool = False
    x_ticks: tuple[float, ...] = ()


def colour(place: int) -> str:
    """Classes of the series at a place."""
    return f"s{place % N_COLOURS}" + (" dashed" if place >= N_COLOURS else "")


def legend(series: Sequence[Curve]) -> Html:
    """The names with their colours, as text below a drawing."""
    items = []
    for place, curve in enumerate(series):
        kind = colour(place)
        swatch = el(
            "svg",
            line(0, 5, 22, 5, f"curve {kind}"),
            circle(11, 5, 3.5, f"spot {kind}"),
            viewBox="0 0 22 10",
            class_="swatch",
            aria_hidden="true",
        )
        items.append(el("li", joined([swatch, curve.label])))
    return el("ul", *items, class_="legend")
