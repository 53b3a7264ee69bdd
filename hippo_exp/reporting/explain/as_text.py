"""An explanation as text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hippo_exp.reporting.explain.columns import columns, shortened, wrapped
from hippo_exp.reporting.explain.model import Explained, NodeMass, Part, PassageScore
from hippo_exp.reporting.explain.paint import Paint, Style
from hippo_exp.reporting.explain.wording import (
    NO_BREAK,
    amount,
    gold_verdict,
    kind_text,
    outcome_text,
    part_text,
    percent,
    score_text,
    shares_text,
    subtitle,
    way_text,
    whole_of,
)

WIDTH = 100
_NARROWEST = 60
_PARTS = 3
Section = Callable[[Explained, Paint, int], Iterator[str]]


def explained_text(explained: Explained, *, color: bool = False, width: int = WIDTH) -> str:
    """The explanation as text.

    Args:
        explained: what is shown.
        color: with ANSI colours; a sign marks gold passages in any case.
        width: columns, at least 60.
    """
    paint = Paint(on=color)
    lines: list[str] = []
    for section in _SECTIONS:
        found = list(section(explained, paint, max(width, _NARROWEST)))
        lines += [*([""] if lines and found else []), *found]
    return "\n".join(line.rstrip().replace(NO_BREAK, " ") for line in lines) + "\n"


def _question(explained: Explained, paint: Paint, width: int) -> Iterator[str]:
    question = explained.question
    yield paint(f"{explained.dataset} · {kind_text(question)}", "dim")
    for line in wrapped(question.text, width=width):
        yield paint(line, "bold")
    if question.answers:
        yield from wrapped("; ".join(question.answers), width=width, label="answer  ")
    if question.gold:
        yield from wrapped("; ".join(question.gold), width=width, label="gold    ")
    yield from wrapped(subtitle(explained), width=width)
    for note in (outcome_text(explained), *explained.notes):
        yield from wrapped(note, width=width, label="note    ")


def _entities(explained: Explained, paint: Paint, width: int) -> Iterator[str]:
    if not explained.entities:
        return
    yield paint(f"QUERY ENTITIES ({explained.question.entities_from})", "bold")
    rows = [["entity", "linked node", "cosine", "passages", "specificity", "weight", "restart"]]
    for item in explained.entities:
        numbers = [
            f"{item.cosine:.3f}",
            str(item.passages),
            f"{item.specificity:.3f}",
            f"{item.weight:.3f}",
            percent(item.share),
        ]
        found = [item.node, *numbers] if item.node is not None else ["– not linkable", *["–"] * 5]
        rows.append([item.entity, *found])
    yield from columns(rows, width=width, right=(2, 3, 4, 5, 6))


def _facts(explained: Explained, paint: Paint, width: int) -> Iterator[str]:
    if not explained.linked_facts:
        return
    yield paint("LINKED FACTS", "bold")
    for fact in explained.linked_facts:
        text = f"{fact.subject} – {fact.relation} – {fact.object}"
        label = f"  {fact.score:.3f}  "
        yield from wrapped(text if fact.kept else f"{text} (filtered)", width=width, label=label)


def _nodes(explained: Explained, paint: Paint, width: int) -> Iterator[str]:
    if not explained.nodes:
        return
    yield paint("NODES OF MOST MASS", "bold")
    for place, node in enumerate(explained.nodes, start=1):
        yield f"{place:3}  {amount(node.mass):>9}  {shortened(node.node, width - 17)}"
        for line in _node_details(node, width):
            yield paint(line, "dim")


def _node_details(node: NodeMass, width: int) -> Iterator[str]:
    if node.way is not None:
        yield from wrapped(way_text(node.way), width=width, label="way   ", indent=16)
    if len(node.shares) > 1:
        text = shares_text(node.shares, node.mass)
        yield from wrapped(text, width=width, label="from  ", indent=16)


def _passages(explained: Explained, paint: Paint, width: int) -> Iterator[str]:
    yield paint("PASSAGES (★ gold)", "bold")
    for passage in explained.passages:
        mark = "★" if passage.gold else " "
        head = f"{passage.rank:3} {mark} {amount(passage.score):>9}  {passage.name}"
        style: Style = "gold" if passage.rank <= explained.depth else "missed"
        head = _cut(head, width)
        yield paint(head, style) if passage.gold else head
        for line in _passage_details(passage, width):
            yield paint(line, "dim")


def _cut(head: str, width: int) -> str:
    """A line cut to the width, its blanks kept."""
    return head if len(head) <= width else f"{head[: width - 1]}…"


def _passage_details(passage: PassageScore, width: int) -> Iterator[str]:
    whole = whole_of(passage)
    details = {
        "score": score_text(passage),
        "by": _listed([part for part in passage.parts if part.kind != "similarity"], whole),
        "facts": _listed([part for part in passage.facts if part.kind == "fact"], whole),
        "from": shares_text(passage.shares, whole) if len(passage.shares) > 1 else "",
    }
    for label, text in details.items():
        yield from wrapped(text, width=width, label=f"{label:6}", indent=16)


def _listed(parts: Sequence[Part], whole: float) -> str:
    shown = [part_text(part, whole) for part in parts[:_PARTS]]
    more = [f"{len(parts) - _PARTS} more"] if len(parts) > _PARTS else []
    return "; ".join([*shown, *more])


def _gold(explained: Explained, paint: Paint, width: int) -> Iterator[str]:
    if not explained.gold:
        return
    yield paint(f"GOLD ({gold_verdict(explained)})", "bold")
    causes = {cause.title: cause for cause in explained.causes}
    for place in explained.gold:
        style: Style = "gold" if place.rank <= explained.depth else "missed"
        mark = "★" if place.rank <= explained.depth else "✗"
        line = f"  {mark} rank {place.rank:<6,} {place.title}"
        yield paint(_cut(line, width), style)
        if place.title in causes:
            cause = causes[place.title]
            text = f"{cause.cause}: {cause.text}"
            yield from wrapped(text, width=width, label="likely cause  ", indent=16)


_SECTIONS: tuple[Section, ...] = (_question, _entities, _facts, _nodes, _passages, _gold)
