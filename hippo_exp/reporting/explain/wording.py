"""Phrases that the text and the page have in common."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.explain.model import Asked, Explained, Part, PassageScore, Share, Step, Way
from hippo_exp.text import counted

NO_BREAK = "\u00a0"
_OUTCOMES = {
    "partly_linked": "some query entities have no node",
    "no_entity": "the question has no query entity",
    "not_linkable": "no query entity has a node",
    "no_match": "no passage has a score",
    "empty_graph": "the graph has no node",
    "no_restart": "nothing restarts",
    "flat_reset": "the passage reset prefers no passage",
    "no_fact": "no linked fact has a weight",
}


def amount(value: float) -> str:
    """A score or mass, four digits that count."""
    return f"{value:.4g}"


def percent(share: float) -> str:
    """A share; below one percent with a digit more."""
    value = 100 * share
    if 0 < value < 0.05:
        return f"<{NO_BREAK}0.1{NO_BREAK}%"
    return f"{value:.1f}{NO_BREAK}%" if 0 < value < 0.95 else f"{value:.0f}{NO_BREAK}%"


def subtitle(explained: Explained) -> str:
    """Method, encoder, preset and what is not as shipped."""
    parts = [f"method {explained.method}"]
    parts += [f"encoder {explained.encoder}"] if explained.encoder else []
    parts += [f"preset {explained.preset}", *explained.settings]
    return " · ".join([*parts, counted(explained.n_passages, "passage")])


def kind_text(question: Asked) -> str:
    """The question's id, kind and hops; says where it has none."""
    parts = [question.id or "a new question", question.kind.replace("_", " ")]
    hops = [] if question.hops is None else [counted(question.hops, "hop")]
    return " · ".join(part for part in (*parts, *hops) if part)


def outcome_text(explained: Explained) -> str:
    """What the retriever counts this question as; empty for an ordinary one."""
    if explained.outcome == "ok":
        return ""
    meaning = _OUTCOMES.get(explained.outcome, "")
    return f"outcome {explained.outcome}{f': {meaning}' if meaning else ''}"


def step_text(step: Step) -> str:
    """How a way goes on to the step's target."""
    if step.kind == "holds":
        return f"⊃ {step.target}"
    if not step.n_facts:
        return f"≈ {step.target} ({step.similarity:.2f})"
    arrow = f"–{step.relation}→" if step.forward else f"←{step.relation}–"
    return f"{arrow} {step.target}"


def arrival_text(step: Step) -> str:
    """How a way comes to the step's target."""
    if step.kind == "holds":
        return f"in {step.source}"
    if not step.n_facts:
        return f"≈ {step.source} ({step.similarity:.2f})"
    return (
        f"{step.source} –{step.relation}→" if step.forward else f"{step.source} ←{step.relation}–"
    )


def way_text(way: Way) -> str:
    """A way from its source to its end, and how much goes exactly this way."""
    if not way.steps:
        return "restarts here"
    path = " ".join([way.source, *map(step_text, way.steps)])
    return path if way.carried is None else f"{path} · {percent(way.carried)} by this way"


def shares_text(shares: Sequence[Share], whole: float) -> str:
    """Sources with their part of the whole, those of less than half a percent left out."""
    named = [
        f"{percent(share.amount / whole)} {share.source}"
        for share in shares
        if whole > 0 and share.amount / whole >= 0.005
    ]
    return ", ".join(named)


def whole_of(passage: PassageScore) -> float:
    """What the parts of a passage's score sum to."""
    return passage.score if passage.raw is None else passage.raw


def part_text(part: Part, whole: float) -> str:
    """A part with its share of the whole."""
    share = f"{percent(part.amount / whole)} " if whole > 0 else ""
    counts = ""
    if part.kind == "node" and part.count is not None and part.node_score is not None:
        times = f"{NO_BREAK}×{NO_BREAK}"
        counts = f" ({part.count:g}{times}{amount(part.node_score)})"
    return f"{share}{part.label}{counts}"


def score_text(passage: PassageScore) -> str:
    """How a score comes about from its raw value and its mixture."""
    texts = [f"{amount(part.amount)} from {part.label}" for part in passage.mixture]
    if passage.raw is not None:
        texts.append(f"{amount(passage.raw)} before min-max normalisation")
    return " · ".join(texts)


def gold_verdict(explained: Explained) -> str:
    """How many gold passages are among the first."""
    found = sum(place.rank <= explained.depth for place in explained.gold)
    return f"{found} of {len(explained.gold)} gold among the first {explained.depth}"
