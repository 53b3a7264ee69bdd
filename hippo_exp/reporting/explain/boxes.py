"""Boxes, edges and curves of a drawn subgraph."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hippo_exp.reporting.explain.drawn import DrawnEdge
from hippo_exp.reporting.explain.layout import (
    BAR,
    BOX,
    LEFT,
    LINE,
    PADDING,
    WIDTH,
    Box,
    Layout,
)
from hippo_exp.reporting.explain.wording import amount

_THINNEST, _THICKEST = 1.0, 5.0
_NEAREST, _PER_BOX = 10, 5


def boxes(layout: Layout) -> Iterator[str]:
    """The boxes of the nodes, darker the more mass they have."""
    nodes = [box.node for box in layout.boxes.values()]
    largest = max((node.mass for node in nodes if node.kind != "passage"), default=0.0)
    for box in layout.boxes.values():
        node = box.node
        classes = " ".join([node.kind, *(["gold"] if node.gold else [])])
        yield f'<g class="{classes}"><title>{escape(_tip(box))}</title>'
        size = f'x="{LEFT}" y="{box.y}" width="{BOX}" height="{box.height}"'
        yield f'<rect class="box" {size} rx="7"/>'
        base = box.y + PADDING + LINE - 4
        for place, line in enumerate(box.lines):
            yield f'<text x="{LEFT + 10}" y="{base + LINE * place}">{escape(line)}</text>'
        if box.note:
            y = base + LINE * len(box.lines)
            yield f'<text class="note" x="{LEFT + 10}" y="{y}">{escape(box.note)}</text>'
        yield from _value(box, base, largest)
        yield "</g>"


def _value(box: Box, base: int, largest: float) -> Iterator[str]:
    """The mass of a node, as a number over a bar; the score of a passage."""
    node, right = box.node, LEFT + BOX - 10
    yield f'<text class="value" text-anchor="end" x="{right}" y="{base}">{amount(node.mass)}</text>'
    if node.kind == "passage":
        return
    share = min(node.mass / largest, 1.0) if largest > 0 else 0.0
    room = BOX - 20
    place = f'x="{LEFT + 10}" y="{box.y + box.height - PADDING - BAR}" height="{BAR}" rx="2"'
    yield f'<rect class="track" {place} width="{room}"/>'
    yield f'<rect class="bar" {place} width="{max(round(room * share, 1), 1.0)}"/>'


def _tip(box: Box) -> str:
    node = box.node
    what = "score" if node.kind == "passage" else "mass"
    note = f"; {node.note}" if node.note else ""
    return f"{node.label}: {what} {amount(node.mass)}{note}"


def bow_of(edge: DrawnEdge, layout: Layout) -> str:
    """An edge as a bow, with its tool tip."""
    one, two = layout.boxes[edge.one], layout.boxes[edge.two]
    width = round(_THINNEST + (_THICKEST - _THINNEST) * min(max(edge.flow, 0.0), 1.0), 2)
    kind = edge.kind.replace("fact+synonymy", "fact")
    tip = f"<title>{escape(edge.label)}</title>"
    curve = _curve(one, two, left=edge.kind != "holds")
    return f'<path class="{kind}" stroke-width="{width}" d="{curve}">{tip}</path>'


def _curve(one: Box, two: Box, *, left: bool) -> str:
    """A bow from box to box in the margin, the wider the more boxes lie between."""
    margin = LEFT if left else WIDTH - LEFT - BOX
    out = min(_NEAREST + _PER_BOX * abs(one.place - two.place), margin - 4) / 0.75
    edge, turn = (LEFT, LEFT - out) if left else (LEFT + BOX, LEFT + BOX + out)
    start, end = f"{one.middle:g}", f"{two.middle:g}"
    return f"M{edge} {start}C{turn:.1f} {start} {turn:.1f} {end} {edge} {end}"
