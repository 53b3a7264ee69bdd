"""Plain text in columns and within a width."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

_GAP = 2
_BLANKS = re.compile(r"[ \t\r\n]+")


def columns(
    rows: Sequence[Sequence[str]], *, width: int, right: Sequence[int] = (), indent: int = 2
) -> Iterator[str]:
    """Rows as aligned columns; the widest left column gives way until a line fits.

    Args:
        rows: (n_rows, n_columns) cells, the heading first.
        width: of a line.
        right: columns that are aligned to the right.
        indent: blanks before each line.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = [place for place in range(len(widths)) if place not in right]
    while left and indent + sum(widths) + _GAP * (len(widths) - 1) > width:
        widest = max(left, key=lambda place: (widths[place], -place))
        if widths[widest] <= _GAP:
            break
        widths[widest] -= 1
    for row in rows:
        cells = [
            shortened(cell, size).rjust(size)
            if place in right
            else shortened(cell, size).ljust(size)
            for place, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        yield " " * indent + (" " * _GAP).join(cells)


def shortened(text: str, width: int) -> str:
    """The text, its end replaced by an ellipsis where it is longer than the width."""
    text = " ".join(text.split())
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


def wrapped(text: str, *, width: int, label: str = "", indent: int = 0) -> list[str]:
    """The text in lines, the first behind a label, the others under its beginning.

    No line is broken at a no-break space.
    """
    start = " " * indent + label
    return textwrap.wrap(
        _BLANKS.sub(" ", text),
        width=width,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
    )
