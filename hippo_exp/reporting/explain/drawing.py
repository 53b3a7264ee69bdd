"""The subgraph of a question as inline SVG, for light and dark pages and narrow screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources

from hippo_exp.reporting.explain.boxes import bow_of, boxes
from hippo_exp.reporting.explain.drawn import Drawing
from hippo_exp.reporting.explain.layout import (
    LEFT,
    LINE,
    WIDTH,
    Layout,
    lay_out,
)

_CAPTION, _BETWEEN = 24, 16


def drawing_svg(drawing: Drawing, *, title: str, key: str = "graph") -> str:
    """The drawing as one ``svg`` element; equal drawings give equal text.

    Bows on the left are edges of the graph: solid ones facts, dashed ones synonymy edges. Dotted
    ones on the right lead to the passages that hold a node. The thicker, the more mass flows. What
    is cut stands in full in the tool tip.

    Args:
        drawing: what is drawn.
        title: of the picture, for screen readers.
        key: prefix of the ids, for several drawings on one page.
    """
    layout = lay_out(drawing)
    size = f'width="{WIDTH}" height="{layout.height}"'
    return _element(size, layout.height, key, title, described(drawing), _inside(drawing, layout))


def side_by_side(drawings: Sequence[tuple[str, Drawing]], *, title: str, key: str = "steps") -> str:
    """Several drawings as one ``svg`` element, each under its caption.

    Args:
        drawings: captions and drawings of the same nodes, from left to right; the last one's order
            is that of all.
        title: of the whole picture.
        key: prefix of the ids.
    """
    parts = []
    height = 0
    for place, (caption, drawing) in enumerate(drawings):
        layout, x = lay_out(drawing, drawings[-1][1]), place * (WIDTH + _BETWEEN)
        height = max(height, layout.height + _CAPTION)
        parts.append(f'<text x="{x + LEFT}" y="{LINE}">{escape(caption)}</text>')
        parts.append(f'<svg x="{x}" y="{_CAPTION}" width="{WIDTH}" height="{layout.height}">')
        parts += [*_inside(drawing, layout), "</svg>"]
    width = len(drawings) * (WIDTH + _BETWEEN) - _BETWEEN
    text = " ".join(f"{caption}: {described(drawing)}" for caption, drawing in drawings)
    return _element(f'width="{width}" height="{height}"', height, key, title, text, parts, width)


def _element(
    size: str,
    height: int,
    key: str,
    title: str,
    text: str,
    parts: Iterable[str],
    width: int = WIDTH,
) -> str:
    """The outermost element with its style, its name and its description."""
    style = resources.files(__package__).joinpath("drawing.css").read_text(encoding="utf-8")
    lines = [
        f'<svg class="hx" {size} viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" xmlns="http://www.w3.org/2000/svg">',
        f'<title id="{key}-title">{escape(title)}</title>',
        f'<desc id="{key}-desc">{escape(text)}</desc>',
        f"<style>\n{style}</style>",
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _inside(drawing: Drawing, layout: Layout) -> Iterator[str]:
    """Edges, headings of the bands, boxes."""
    yield from (bow_of(edge, layout) for edge in sorted(drawing.edges, key=lambda edge: edge.flow))
    for name, y in layout.bands:
        yield f'<text class="band" x="{LEFT}" y="{y}">{escape(name)}</text>'
    yield from boxes(layout)


def described(drawing: Drawing) -> str:
    """The drawing in sentences."""
    by_key = {node.key: node for node in drawing.nodes}
    groups = {
        "Restart nodes": [n.label for n in drawing.nodes if n.kind == "query"],
        "Other nodes": [n.label for n in drawing.nodes if n.kind == "phrase"],
        "Passages": [
            f"{n.label}{f', rank {n.rank}' if n.rank else ''}{', gold' if n.gold else ''}"
            for n in drawing.nodes
            if n.kind == "passage"
        ],
        "Edges": [edge.label for edge in drawing.edges if edge.kind != "holds"],
        "In passages": [
            f"{by_key[edge.one].label} in {by_key[edge.two].label}"
            for edge in drawing.edges
            if edge.kind == "holds"
        ],
    }
    return " ".join(f"{name}: {'; '.join(items)}." for name, items in groups.items() if items)
