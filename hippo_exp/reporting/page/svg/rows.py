"""A dot for each row, its interval, and a line that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.svg.canvas import (
    WIDTH,
    circle,
    cut,
    diamond,
    figure,
    line,
    text,
)
from hippo_exp.reporting.page.svg.scale import Scale, linear, logarithmic, tick_text

_LEFT, _RIGHT, _ROW, _TOP = 10.0, WIDTH - 10.0, 37.0, 8.0
_LETTER = 6.6
"""Widest mean width of a letter, in units."""


@dataclass(frozen=True)
class Dot:
    """One row.

    Attributes:
        label: its name.
        value: where the dot stands.
        shown: the number in print.
        low, high: ends of its interval, None for none.
        paper: the paper's number, None for none.
        is_full: a full dot; a hollow one is not significant.
    """

    label: str
    value: float
    shown: str
    low: float | None = None
    high: float | None = None
    paper: float | None = None
    is_full: bool = True


def dot_rows(
    key: str,
    title: str,
    dots: Sequence[Dot],
    *,
    reference: float | None = None,
    is_log: bool = False,
    stems: bool = False,
) -> Html:
    """A figure with one row for each dot.

    Args:
        key: prefix of its ids.
        title: its caption.
        dots: the rows, top first; above zero where the axis is logarithmic.
        reference: where a line stands from top to bottom.
        is_log: a logarithmic axis.
        stems: a line from the reference to each dot.
    """
    ends = [(dot.low, dot.high, dot.paper, dot.value) for dot in dots]
    values = [value for group in (*ends, (reference,)) for value in group if value is not None]
    scale = (logarithmic if is_log else linear)(values, _LEFT, _RIGHT)
    bottom = _TOP + _ROW * len(dots)
    parts = _axis(scale, bottom)
    if reference is not None:
        parts.append(line(scale(reference), _TOP - 4, scale(reference), bottom, "ref"))
    origin = reference if stems else None
    for place, dot in enumerate(dots):
        parts.append(el("g", *_row(dot, _TOP + _ROW * place, scale, origin)))
    described = "; ".join(f"{dot.label}: {dot.shown}" for dot in dots)
    return figure(key, title, f"{described}.", bottom + 22, parts)


def _axis(scale: Scale, bottom: float) -> list[Html]:
    parts = [line(_LEFT, bottom, _RIGHT, bottom, "axis")]
    for tick in scale.ticks:
        x = scale(tick)
        anchor = "start" if x < 20 else "end" if x > WIDTH - 20 else "middle"
        parts.append(line(x, _TOP - 4, x, bottom, "rule"))
        parts.append(text(x, bottom + 15, tick_text(tick), kind="small", anchor=anchor))
    return parts


def _row(dot: Dot, top: float, scale: Scale, origin: float | None) -> list[Html]:
    y = top + 24
    room = int((_RIGHT - _LEFT - _LETTER * len(dot.shown) - 8) / _LETTER)
    parts = [
        *([el("title", dot.label)] if len(dot.label) > room else []),
        text(_LEFT, top + 12, cut(dot.label, room)),
        text(_RIGHT, top + 12, dot.shown, kind="end"),
    ]
    if origin is not None:
        parts.append(line(scale(origin), y, scale(dot.value), y, "iv"))
    if dot.low is not None and dot.high is not None:
        parts.append(line(scale(dot.low), y, scale(dot.high), y, "iv"))
    if dot.paper is not None:
        parts.append(diamond(scale(dot.paper), y, 5, "paper"))
    parts.append(circle(scale(dot.value), y, 4.5, "dot" if dot.is_full else "dot hollow"))
    return parts
