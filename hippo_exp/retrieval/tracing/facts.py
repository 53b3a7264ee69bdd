"""The part of each fact in a passage's score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hippo_exp.types import FactTable


@dataclass(frozen=True, slots=True)
class FactPart:
    """What a fact of a passage adds to the passage's score.

    Attributes:
        fact: its position in the fact table.
        amount: the sum over its ends of the node's amount divided by the number of the passage's
            distinct facts that hold the node.
    """

    fact: int
    amount: float


def fact_parts(passage: int, amounts: Mapping[int, float], facts: FactTable) -> list[FactPart]:
    """Divide what the nodes of a passage add to its score among the passage's facts.

    A node's amount is shared evenly by the distinct facts that hold it, so that the parts of the
    facts sum to those of the nodes. Where P counts facts (the default) this gives each fact the
    node scores of its ends.

    Args:
        passage: corpus position.
        amounts: node position -> what the node adds; only nodes of the passage's facts.
        facts: the fact table.

    Returns:
        One part per fact of the passage, largest first, equal ones by position.
    """
    table = facts.passage_facts
    stated = sorted(table.indices[table.indptr[passage] : table.indptr[passage + 1]].tolist())
    ends = {fact: dict.fromkeys(facts.fact_ends[fact].tolist()) for fact in stated}
    holding: dict[int, int] = {}
    for nodes in ends.values():
        for node in nodes:
            holding[node] = holding.get(node, 0) + 1
    parts = [
        FactPart(fact, sum(amounts.get(node, 0.0) / holding[node] for node in nodes))
        for fact, nodes in ends.items()
    ]
    return sorted(parts, key=lambda part: (-part.amount, part.fact))
