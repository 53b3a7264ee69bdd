"""Facts as sentences, and the question that names the seeds.

The question shares no word with the sentences but the seeds' names, so a lexical ranker is
measured on the names alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.types import Passage, Triple

RELATIONS = (
    "was founded by members of",
    "buys its lenses from",
    "shares a warehouse with",
    "rents its workshop from",
    "trains the apprentices of",
    "lends its best tools to",
    "publishes a journal with",
    "settled an old dispute with",
    "repairs the clocks of",
    "copied a loom design from",
    "ships refined copper for",
    "hired the chief surveyor of",
)
"""Relation phrases between two guilds; they read well in either direction."""


def render_fact(fact: Triple) -> str:
    """The fact as one sentence."""
    return f"{fact.subject} {fact.relation} {fact.object}."


def render_passages(facts: Sequence[Triple]) -> tuple[Passage, ...]:
    """(n_facts,) one passage without a title for each fact, in the order of the facts."""
    return tuple(
        Passage(id=f"fact{position}", title="", text=render_fact(fact))
        for position, fact in enumerate(facts)
    )


def render_question(seed_names: Sequence[str]) -> str:
    """The question whose query entities are the seeds.

    Args:
        seed_names: (seeds,) at least one.
    """
    *first, last = seed_names
    joined = f"{', '.join(first)} and {last}" if first else last
    return f"Which guild connects {joined}?"
