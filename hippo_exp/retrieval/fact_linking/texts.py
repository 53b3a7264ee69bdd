"""The text by which a fact is embedded."""

from __future__ import annotations

from collections.abc import Iterable

from hippo_exp.types import Triple


def fact_texts(facts: Iterable[Triple]) -> list[str]:
    """(n_facts,) subject, relation and object, separated by single spaces.

    The released HippoRAG 2 embeds the printed tuple, ``('subject', 'relation', 'object')``.
    """
    return [" ".join(part for part in fact if part) for fact in facts]
