"""Classes of errors, and what speaks for one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from hippo_exp.types import Triple

ErrorClass = Literal["ner", "openie", "ppr"]
ERROR_CLASSES: tuple[ErrorClass, ...] = get_args(ErrorClass)
"""In the order of the steps."""

Evidence = Literal[
    "no_entity",
    "entity_elsewhere",
    "named_not_linked",
    "linked_elsewhere",
    "entity_in_no_fact",
    "bridge_in_no_fact",
    "no_common_phrase",
    "ranked_below",
]
"""Why a missing passage has its class.

``ner``: ``no_entity``, the question has none; ``entity_elsewhere``, none is in a gold passage;
``named_not_linked``, the question names ``phrase``, a node of ``target``; ``linked_elsewhere``,
the query entity ``phrase`` is a part of a node of ``target`` and linked to another. ``openie``:
``entity_in_no_fact``, the query entity ``phrase`` stands in the text of ``target`` and in none of
its facts; ``bridge_in_no_fact``, ``phrase`` stands in the texts of ``origin``, which is reached,
and of ``target``, but not in facts of both; ``no_common_phrase``, not even their texts have a
phrase in common. ``ppr``: ``ranked_below``, ``fact`` of the missing passage has ``phrase``, by
which it is reached from ``origin``, or from the query where that is None.
"""


@dataclass(frozen=True, slots=True)
class QueryEntity:
    """A query entity as it was linked.

    Attributes:
        phrase: normalised.
        node: position of its node; -1 when it is not linked.
    """

    phrase: str
    node: int


@dataclass(frozen=True, slots=True)
class MissingPassage:
    """A gold key that is not among the first k.

    Attributes:
        key: the match key.
        passage: corpus position of the first passage with this key.
        cause: its class.
        evidence: see :data:`Evidence`.
        phrase: the entity that the evidence is about; empty where there is none.
        origin: corpus position of the passage that it comes from; None for the query.
        target: corpus position of the passage that it leads to; None where it leads to none.
        fact: a fact of this passage, for ``ranked_below``.
        rank: place of its best passage in the ranking, from 1; None where it is not known.
    """

    key: str
    passage: int
    cause: ErrorClass
    evidence: Evidence
    phrase: str
    origin: int | None
    target: int | None
    fact: Triple | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why one question is missed.

    Attributes:
        question_id: the question.
        missing: its missing passages, in the order of the gold keys; at least one.
    """

    question_id: str
    missing: tuple[MissingPassage, ...]

    @property
    def cause(self) -> ErrorClass:
        """The earliest class of the missing passages."""
        return min((item.cause for item in self.missing), key=ERROR_CLASSES.index)
