"""The frame of every figure: title and description for screen readers, caption for all."""

from __future__ import annotations

from hippo_exp.reporting.page.parts.markup import Html, el, joined

WIDTH = 380
"""Units across, about pixels on a telephone, so that 12 units of text can be read there."""


def figure(
    key: str, title: str, described: str, height: float, parts: list[Html], *below: Html
) -> Html:
    """A figure.

    Args:
        key: prefix of its ids, unique on the page.
        title: what it shows; its caption.
        described: the same in sentences with the numbers, for screen readers.
        height: units from top to bottom.
        parts: what is drawn.
        below: what stands between the drawing and the caption, for example a legend.
    """
    drawing = el(
        "svg",
        el("title", title, id=f"{key}-t"),
        el("desc", described, id=f"{key}-d"),
        *parts,
        class_="plot",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        aria_labelledby=f"{key}-t",
        aria_describedby=f"{key}-d",
    )
    return joined([el("figure", drawing, *below, el("figcaption", title)), Html("\n")])


def text(x: float, y: float, content: str, *, kind: str = "", anchor: str | None = None) -> Html:
    """A line of text; ``anchor`` is ``middle`` or ``end``."""
    return el("text", content, x=at(x), y=at(y), class_=kind or None, text_anchor=anchor)


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Html:
    """A straight line."""
    return el("line", x1=at(x1), y1=at(y1), x2=at(x2), y2=at(y2), class_=kind)


def circle(x: float, y: float, radius: float, kind: str) -> Html:
    """A dot."""
    return el("circle", cx=at(x), cy=at(y), r=at(radius), class_=kind)


def diamond(x: float, y: float, size: float, kind: str) -> Html:
    """A square on its corner."""
    corners = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
    return el("polygon", points=" ".join(f"{at(a)},{at(b)}" for a, b in corners), class_=kind)


def at(place: float) -> str:
    """A place to a tenth of a unit."""
    return f"{place:.1f}".removesuffix(".0")


def cut(content: str, longest: int) -> str:
    """A text of bearable length."""
    return content if len(content) <= longest else f"{content[: longest - 1].rstrip()}…"
