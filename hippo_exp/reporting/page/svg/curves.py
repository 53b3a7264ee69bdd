"""Curves over an axis, with intervals; a legend stands below, as text."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.svg.canvas import WIDTH, at, circle, figure, line, text
from hippo_exp.reporting.page.svg.scale import Scale, linear, logarithmic, tick_text
from hippo_exp.reporting.page.svg.series import Axes, Curve, colour, legend

_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, WIDTH - 14.0, 12.0, 236.0
_APART = 5.0
"""Units between points that would stand one on the other."""


def curves(key: str, title: str, series: Sequence[Curve], axes: Axes) -> Html:
    """A figure of curves."""
    points = [point for curve in series for point in curve.points]
    make = logarithmic if axes.is_log else linear
    room = _APART * len(series) / 2 if axes.x_ticks else 0.0
    x = make([point.x for point in points], _LEFT + 8 + room, _RIGHT - 6 - room)
    ends = [value for point in points for value in (point.low, point.y, point.high)]
    y = make([value for value in ends if value is not None], _BOTTOM, _TOP)
    parts = _frame(x, y, axes)
    for place, curve in reversed([*enumerate(series)]):  # the first ones stand in front
        shift = (place - (len(series) - 1) / 2) * _APART if axes.x_ticks else 0.0
        parts += _curve(curve, place, x, y, shift)
    described = "; ".join(
        f"{curve.label}: {', '.join(f'{point.y:.4g} at {point.x:g}' for point in curve.points)}"
        for curve in series
    )
    return figure(key, title, f"{described}.", _BOTTOM + 40, parts, legend(series))


def _frame(x: Scale, y: Scale, axes: Axes) -> list[Html]:
    parts = [line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, "axis")]
    for tick in y.ticks:
        parts.append(line(_LEFT, y(tick), _RIGHT, y(tick), "rule"))
        parts.append(text(_LEFT - 6, y(tick) + 4, tick_text(tick), kind="small", anchor="end"))
    parts += [
        text(x(tick), _BOTTOM + 16, tick_text(tick), kind="small", anchor="middle")
        for tick in axes.x_ticks or x.ticks
    ]
    middle = (_LEFT + _RIGHT) / 2
    parts.append(text(middle, _BOTTOM + 34, axes.x, kind="small", anchor="middle"))
    turned = f"rotate(-90 11 {(_TOP + _BOTTOM) / 2:g})"
    parts.append(
        el(
            "text",
            axes.y,
            x=11,
            y=at((_TOP + _BOTTOM) / 2),
            class_="small",
            text_anchor="middle",
            transform=turned,
        )
    )
    return parts


def _curve(curve: Curve, place: int, x: Scale, y: Scale, shift: float) -> list[Html]:
    kind = colour(place)
    spots = [(x(point.x) + shift, y(point.y), point) for point in curve.points]
    path = " ".join(f"{at(a)},{at(b)}" for a, b, _ in spots)
    parts = [el("polyline", points=path, class_=f"curve {kind}")]
    for a, b, point in spots:
        if point.low is not None and point.high is not None:
            parts.append(line(a, y(point.low), a, y(point.high), f"iv {kind}"))
        parts.append(circle(a, b, 3, f"spot {kind}"))
    return [el("g", el("title", curve.label), *parts)]
