"""A table of Markdown as a table of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.inline import Linker, inline
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.tables.markdown import parse_grid

_RULE = re.compile(r"[|:\- ]+")


def markdown_table(lines: Sequence[str], key: str, caption: str, linker: Linker) -> Html:
    """The table; columns whose rule ends in ``-:`` hold numbers.

    Args:
        lines: heading, rule and rows.
        key: prefix of its ids.
        caption: for screen readers.
        linker: see :data:`hippo_exp.reporting.page.parts.inline.Linker`.
    """
    rows = parse_grid("\n".join(lines))
    rule = next((line for line in lines if _RULE.fullmatch(line)), "")
    right = [part.strip().endswith("-:") for part in rule.strip("|").split("|")]
    width = len(rows[0])
    right += [False] * (width - len(right))
    heads = [Head(inline(text), is_number=right[place]) for place, text in enumerate(rows[0])]
    body = [[Entry(inline(text, linker)) for text in _fitted(row, width)] for row in rows[1:]]
    return grid(key, "", heads, body, of=caption)


def _fitted(row: Sequence[str], width: int) -> list[str]:
    return [*row[:width], *[""] * (width - len(row))]
