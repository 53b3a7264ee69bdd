"""Why a gold passage is missing, in a clause."""

from __future__ import annotations

from collections.abc import Callable

from hippo_exp.evaluation.errors import MissingPassage


def reason_of(
    item: MissingPassage, *, named: Callable[[int], str], text: Callable[[str], str] = str
) -> str:
    """The evidence of a diagnosis in words.

    Args:
        item: the missing passage.
        named: corpus position -> the passage's name, as the page writes it.
        text: a phrase of the corpus -> the same, as the page writes it.
    """
    origin = "the query" if item.origin is None else named(item.origin)
    target = "" if item.target is None else named(item.target)
    phrase = f"“{text(item.phrase)}”"
    reasons = {
        "no_entity": "the question has no query entity",
        "entity_elsewhere": f"no query entity is in a gold passage ({text(item.phrase)})",
        "named_not_linked": f"the question names {phrase}, a node of {target}, and no query "
        "entity is linked to it",
        "linked_elsewhere": f"the query entity {phrase} is a part of a node of {target} and linked "
        "to another",
        "entity_in_no_fact": f"the query entity {phrase} stands in the text of {target} and in no "
        "fact of it",
        "bridge_in_no_fact": f"{phrase} stands in the texts of {origin} and {target}, not in facts "
        "of both",
        "no_common_phrase": "its text has no phrase in common with what is reached",
        "ranked_below": f"reached from {origin} by {phrase} ({text(' – '.join(item.fact or ()))})",
    }
    return reasons[item.evidence]
