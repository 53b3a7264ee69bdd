"""A table of two settings as a map of shades with the numbers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.svg.canvas import WIDTH, at, figure, text

_LEFT, _TOP, _ROW = 52.0, 22.0, 30.0
_DARKEST = 0.45
"""Opacity of the largest number's shade: text on it keeps its contrast."""


def heat_map(
    key: str,
    title: str,
    values: Mapping[tuple[str, str], float],
    names: tuple[str, str],
    *,
    digits: int = 1,
) -> Html:
    """A figure; the darker, the larger.

    Args:
        key: prefix of its ids.
        title: its caption.
        values: (value of the setting that goes down, of the one that goes across) -> number.
        names: of the two settings, that of the rows first.
        digits: decimals in print.
    """
    down = list(dict.fromkeys(row for row, _ in values))
    across = list(dict.fromkeys(column for _, column in values))
    low, high = min(values.values()), max(values.values())
    wide = (WIDTH - _LEFT - 6) / len(across)
    parts = [text(2, 11, f"{names[0]} ↓", kind="small")]
    parts.append(text(WIDTH - 6, 11, f"{names[1]} →", kind="small", anchor="end"))
    top = _TOP + 16
    for column, name in enumerate(across):
        parts.append(
            text(_LEFT + wide * (column + 0.5), _TOP + 9, name, kind="small", anchor="middle")
        )
    for line, row in enumerate(down):
        y = top + _ROW * line
        parts.append(text(_LEFT - 8, y + 19, row, kind="small", anchor="end"))
        parts += _line(values, row, across, (y, wide, low, high, digits))
    described = "; ".join(
        f"{names[0]} {a}, {names[1]} {b}: {v:.{digits}f}" for (a, b), v in values.items()
    )
    return figure(key, title, f"{described}.", top + _ROW * len(down) + 4, parts)


def _line(
    values: Mapping[tuple[str, str], float],
    row: str,
    across: Sequence[str],
    drawn: tuple[float, float, float, float, int],
) -> list[Html]:
    y, wide, low, high, digits = drawn
    parts = []
    for column, name in enumerate(across):
        value = values.get((row, name))
        if value is None:
            continue
        x = _LEFT + wide * column
        shade = 0.04 + (_DARKEST - 0.04) * (value - low) / (high - low or 1.0)
        parts.append(
            el(
                "rect",
                x=at(x + 1),
                y=at(y + 1),
                width=at(wide - 2),
                height=at(_ROW - 2),
                rx=3,
                class_="shade",
                fill_opacity=f"{shade:.2f}",
            )
        )
        parts.append(text(x + wide / 2, y + 20, f"{value:.{digits}f}", kind="num", anchor="middle"))
    return parts
