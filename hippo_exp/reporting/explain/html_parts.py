"""Small pieces of HTML, everything from outside escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from hippo_exp.reporting.explain.wording import percent


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int]
) -> str:
    """A table that scrolls sideways by itself where the screen is narrow.

    Args:
        caption: what it holds; also its name for screen readers.
        heads: column headings, as text.
        rows: cells, as HTML; the first is the heading of its row.
        numbers: columns of numbers.
    """
    kind = [' class="n"' if place in numbers else "" for place in range(len(heads))]
    head = "".join(
        f'<th scope="col"{kind[place]}>{escape(text)}</th>' for place, text in enumerate(heads)
    )
    body = "\n".join(
        "<tr>"
        + f'<th scope="row">{row[0]}</th>'
        + "".join(f"<td{kind[place]}>{cell}</td>" for place, cell in enumerate(row[1:], start=1))
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" role="region" aria-label="{escape(caption)}" tabindex="0"><table>\n'
        f"<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def bar(share: float) -> str:
    """A bar of a width between nothing and all of its cell."""
    width = round(100 * min(max(share, 0.0), 1.0), 1)
    return f'<span class="share" style="width:{width}%"></span>'


def share_bar(share: float) -> str:
    """A share as text with a bar under it."""
    return f"{escape(percent(share))}{bar(share)}"


def described(pairs: Iterable[tuple[str, str]]) -> str:
    """A list of terms and their descriptions, as text; empty descriptions are left out."""
    rows = "".join(
        f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in pairs if text
    )
    return f'<dl class="facts">{rows}</dl>'


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of text."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"
