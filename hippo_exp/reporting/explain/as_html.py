"""An explanation as one self-contained page: no network, no script, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import resources

from hippo_exp.reporting.explain.as_json import SCHEMA, VERSION
from hippo_exp.reporting.explain.drawing import drawing_svg
from hippo_exp.reporting.explain.html_parts import bar, described, paragraph, table
from hippo_exp.reporting.explain.html_passages import passages_html
from hippo_exp.reporting.explain.model import Explained, LinkedEntity, NodeMass
from hippo_exp.reporting.explain.wording import (
    amount,
    gold_verdict,
    kind_text,
    outcome_text,
    percent,
    shares_text,
    subtitle,
    way_text,
)

_LEGEND = (
    "On the left, edges of the graph: solid ones are facts, dashed ones synonymy edges. On the "
    "right, dotted, the passages that hold a node. The thicker, the more mass flows. Blue boxes "
    "restart, green ones are gold."
)


def explained_html(explained: Explained) -> str:
    """The page; equal explanations give equal text."""
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    title = f"{explained.question.text} – {explained.method} on {explained.dataset}"
    body = [
        *_head(explained),
        '<div class="columns">',
        *_figure(explained),
        "<div>",
        *_entities(explained),
        *_facts(explained),
        *_nodes(explained),
        *passages_html(explained),
        "</div></div>",
        _foot(explained),
    ]
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>",
            *body,
            "</main>\n</body>\n</html>\n",
        ]
    )


def _head(explained: Explained) -> Iterator[str]:
    question = explained.question
    yield paragraph(f"{explained.dataset} · {kind_text(question)}", "muted")
    yield f"<h1>{escape(question.text)}</h1>"
    yield described(
        [
            ("answer", "; ".join(question.answers)),
            ("gold", "; ".join(question.gold)),
            ("searched by", subtitle(explained)),
            *(("note", note) for note in (outcome_text(explained), *explained.notes)),
        ]
    )
    if not explained.gold:
        return
    short = any(place.rank > explained.depth for place in explained.gold)
    yield f'<section class="verdict{" short" if short else ""}" aria-label="Gold passages">'
    yield f"<strong>{escape(gold_verdict(explained))}</strong>\n<ul>"
    causes = {cause.title: cause for cause in explained.causes}
    for place in explained.gold:
        found = place.rank <= explained.depth
        mark = f'<span class="mark{"" if found else " missed"}">rank {place.rank:,}</span>'
        text = escape(place.title)
        if place.title in causes:
            cause = causes[place.title]
            text += f"<br>likely cause, {escape(cause.cause)}: {escape(cause.text)}"
        yield f"<li>{mark} {text}</li>"
    yield "</ul></section>"


def _figure(explained: Explained) -> Iterator[str]:
    if explained.drawing is None:
        return
    title = f"The part of the graph that matters to: {explained.question.text}"
    yield f"<figure>\n{drawing_svg(explained.drawing, title=title)}"
    yield f"<figcaption>{escape(_LEGEND)}</figcaption>\n</figure>"


def _entities(explained: Explained) -> Iterator[str]:
    if not explained.entities:
        return
    yield "<h2>Query entities</h2>"
    heads = ("entity → node", "cosine", "passages", "restart")
    caption = f"Query entities, {explained.question.entities_from}; weight is 1 / passages"
    if any(item.node and item.weight != item.specificity for item in explained.entities):
        caption = f"Query entities, {explained.question.entities_from}"
    rows = [_entity(item) for item in explained.entities]
    yield table(caption, heads, rows, numbers=(1, 2, 3))


def _entity(item: LinkedEntity) -> list[str]:
    if item.node is None:
        return [f"{escape(item.entity)}<br>not linkable", "–", "–", "–"]
    return [
        f"{escape(item.entity)}<br>→ {escape(item.node)}",
        f"{item.cosine:.3f}",
        f"{item.passages:,}",
        f"{escape(percent(item.share))}<br>weight {amount(item.weight)}",
    ]


def _facts(explained: Explained) -> Iterator[str]:
    if not explained.linked_facts:
        return
    yield "<h2>Linked facts</h2>"
    rows = [
        [
            escape(f"{fact.subject} – {fact.relation} – {fact.object}"),
            f"{fact.score:.3f}",
            "yes" if fact.kept else "filtered",
        ]
        for fact in explained.linked_facts
    ]
    yield table("Facts most like the question", ("fact", "score", "kept"), rows, numbers=(1,))


def _nodes(explained: Explained) -> Iterator[str]:
    if not explained.nodes:
        return
    yield "<h2>Nodes of most mass</h2>"
    largest = explained.nodes[0].mass
    rows = [_node(node, largest) for node in explained.nodes]
    yield table("Mass after expansion, and the way that brings most of it", ("node", "mass"), rows,
                numbers=(1,))  # fmt: skip


def _node(node: NodeMass, largest: float) -> list[str]:
    lines = [f"<strong>{escape(node.node)}</strong>"]
    if node.way is not None:
        lines.append(f'<span class="way">{escape(way_text(node.way))}</span>')
    if len(node.shares) > 1:
        lines.append(
            f'<span class="muted">from {escape(shares_text(node.shares, node.mass))}</span>'
        )
    return ["<br>".join(lines), f"{amount(node.mass)}{bar(node.mass / largest)}"]


def _foot(explained: Explained) -> str:
    made = f"Made by <code>{escape(explained.command)}</code> · " if explained.command else ""
    return f"<footer><p>{made}the same as data: --json ({SCHEMA}, version {VERSION})</p></footer>"
