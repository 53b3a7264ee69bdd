"""Passages, questions and the data set that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

GoldUnit = Literal["title", "passage"]
"""What a retrieved passage is matched by: its title, or its whole contents (row 16)."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One retrievable text.

    Attributes:
        id: unique within its corpus; the caller's own id where the format has one.
        title: may be empty.
        text: may be empty.
    """

    id: str
    title: str
    text: str

    @property
    def contents(self) -> str:
        """Title, newline, text: what every retriever indexes (official behaviour, row 17)."""
        return f"{self.title}\n{self.text}" if self.title else self.text


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its gold labels; only ``evaluation`` reads the labels.

    Attributes:
        id: unique within its data set.
        text: the question.
        gold: distinct match keys (titles or passage contents, see ``Dataset.gold_unit``), sorted;
            empty when the question has no gold and so is excluded from every mean.
        entities: query entities as extracted, in order; None when none were extracted.
        answers: the answer and its aliases, possibly empty.
        hops: number of reasoning steps where known.
        kind: the data set's own question type, or empty.
    """

    id: str
    text: str
    gold: tuple[str, ...]
    entities: tuple[str, ...] | None = None
    answers: tuple[str, ...] = ()
    hops: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """What a retriever sees of a question: no gold label, no answer."""

    id: str
    text: str
    entities: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dataset:
    """A corpus and its questions, checked for integrity.

    Attributes:
        name: the configured name.
        passages: the corpus, in file order; a position in it is a passage's identity downstream.
        questions: scored questions (each has gold), in file order.
        gold_unit: what gold keys are.
        digest: SHA-256 over passages, questions and gold unit.
        counts: what was read, excluded and repeated, for the manifest and the table's foot:
            ``passages, questions, questions_without_gold, duplicate_passages, duplicate_titles``
            and ``gold_keys``.
        notes: labels that every table made from this data must carry (for example
            ``PARTIAL n=5 of 12``).
        sampled_from: of a sample, the number of questions that it was drawn from; None for all.
    """

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]
    gold_unit: GoldUnit
    digest: str
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    sampled_from: int | None = None

    @cached_property
    def match_keys(self) -> tuple[str, ...]:
        """(n_passages,) the key by which each passage is compared with gold."""
        if self.gold_unit == "title":
            return tuple(passage.title for passage in self.passages)
        return tuple(passage.contents for passage in self.passages)
