"""The passages of the page: their scores by node, by fact and by source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from hippo_exp.reporting.explain.html_parts import paragraph, share_bar, table
from hippo_exp.reporting.explain.model import Explained, Part, PassageScore
from hippo_exp.reporting.explain.wording import amount, score_text, shares_text, whole_of

_ROWS = 8
_HEADS = {"node": "node", "term": "term of the question", "fact": "fact"}


def passages_html(explained: Explained) -> Iterator[str]:
    """Every passage as an article."""
    yield "<h2>Passages</h2>"
    for passage in explained.passages:
        yield from _passage(explained, passage)


def _passage(explained: Explained, passage: PassageScore) -> Iterator[str]:
    whole = whole_of(passage)
    missed = " missed" if passage.rank > explained.depth else ""
    mark = f' <span class="mark{missed}">★ gold</span>' if passage.gold else ""
    yield '<article class="gold">' if passage.gold else "<article>"
    yield f"<h3>{passage.rank:,}. {escape(passage.name)}{mark}</h3>"
    texts = [f"score {amount(passage.score)}", score_text(passage)]
    if len(passage.shares) > 1:
        texts.append(f"from {shares_text(passage.shares, whole)}")
    yield paragraph(" · ".join(text for text in texts if text), "muted")
    facts = [part for part in passage.facts if part.kind == "fact"]
    if facts:
        yield _parts("What each fact adds", facts, whole)
    if passage.parts and passage.parts[0].kind != "similarity":
        opened = "" if facts else " open"
        what = "term" if passage.parts[0].kind == "term" else "node"
        yield f"<details{opened}><summary>What each {what} adds</summary>"
        yield f"{_parts(f'What each {what} adds', passage.parts, whole)}</details>"
    yield "<details><summary>Text</summary>"
    yield f"{paragraph(passage.text)}</details>\n</article>"


def _parts(caption: str, parts: Sequence[Part], whole: float) -> str:
    counted = any(part.count is not None for part in parts)
    head = _HEADS.get(parts[0].kind, "part")
    heads = [head, *(["count × score"] if counted else []), "adds", "share"]
    rows = [
        [
            escape(part.label),
            *([_count(part)] if counted else []),
            amount(part.amount),
            share_bar(part.amount / whole) if whole > 0 else "–",
        ]
        for part in parts[:_ROWS]
    ]
    if len(parts) > _ROWS:
        rest = sum(part.amount for part in parts[_ROWS:])
        more = f"{len(parts) - _ROWS} more"
        share = share_bar(rest / whole) if whole > 0 else "–"
        rows.append([more, *(["–"] if counted else []), amount(rest), share])
    return table(caption, heads, rows, numbers=range(1, len(heads)))


def _count(part: Part) -> str:
    if part.count is None or part.node_score is None:
        return "–"
    return f"{part.count:g} × {amount(part.node_score)}"
