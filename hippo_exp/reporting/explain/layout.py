"""Where the boxes of the drawing stand: one below the other, so that no edge hides another."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from hippo_exp.reporting.explain.drawn import Drawing, DrawnNode

WIDTH = 380
"""Of the drawing, in pixels: that of a telephone, so that nothing has to shrink."""
LEFT, BOX = 64, 252
"""Left edge and width of every box; edges bend in the margins beside them."""
LINE, PADDING, BAR = 16, 8, 4
_GAP, _BAND, _CHARACTERS, _NOTE = 10, 26, 24, 40


@dataclass(frozen=True, slots=True)
class Box:
    """A node with its place.

    Attributes:
        node: what is drawn.
        lines: its label, broken into at most two lines.
        note: its note, cut to one line.
        y: upper edge.
        height: of the box.
        place: 0 for the uppermost box.
    """

    node: DrawnNode
    lines: tuple[str, ...]
    note: str
    y: int
    height: int
    place: int

    @property
    def middle(self) -> float:
        """Vertical centre."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """All boxes by key, the headings of the bands with their base lines, and the whole height."""

    boxes: dict[str, Box]
    bands: tuple[tuple[str, int], ...]
    height: int


def lay_out(drawing: Drawing, like: Drawing | None = None) -> Layout:
    """Place the boxes; the same for the same drawing.

    Restart nodes come first, then nodes by their distance from them, the passages last; among
    equals those of most mass, passages by rank.

    Args:
        drawing: what is placed.
        like: a drawing with the same nodes, whose order is taken.
    """
    by_key = {node.key: node for node in drawing.nodes}
    order = sorted((drawing if like is None else like).nodes, key=_order)
    boxes: dict[str, Box] = {}
    bands: list[tuple[str, int]] = []
    y, layer = 0, None
    for place, node in enumerate(by_key[node.key] for node in order):
        if node.layer != layer:
            y += _BAND if boxes else LINE + PADDING
            bands.append((drawing.layers[node.layer], y - PADDING))
            layer = node.layer
        lines = _broken(node.label)
        note = textwrap.shorten(node.note, _NOTE, placeholder=" …")
        bar = 0 if node.kind == "passage" else BAR + PADDING // 2
        height = LINE * (len(lines) + bool(note)) + bar + 2 * PADDING
        boxes[node.key] = Box(node, lines, note, y, height, place)
        y += height + _GAP
    return Layout(boxes, tuple(bands), y)


def _order(node: DrawnNode) -> tuple[int, int, float, str]:
    rank = node.rank if node.rank is not None else 10**9
    return node.layer, rank if node.kind == "passage" else 0, -node.mass, node.key


def _broken(label: str) -> tuple[str, ...]:
    lines = textwrap.wrap(label, _CHARACTERS, max_lines=2, placeholder="…")
    return tuple(lines) or ("",)
