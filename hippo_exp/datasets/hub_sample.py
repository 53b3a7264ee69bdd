"""A sample of questions and the corpus of their candidate passages (paper, section 3.1)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hippo_exp.datasets.hub_shapes import (
    Candidate,
    Record,
    Row,
    candidates,
    join_sentences,
    question_record,
)
from hippo_exp.errors import ConfigError, DataError
from hippo_exp.text import counted

Corpus = list[dict[str, str]] | dict[str, list[str]]
"""A corpus of the release: a list of passages, or ``title -> [sentence, ...]``."""


@dataclass(frozen=True)
class Sample:
    """Questions drawn from a split.

    Attributes:
        questions: as in the release, in the order of the split.
        rows: number of rows that could be drawn.
        unanswerable: number of rows set aside because they are marked as unanswerable.
    """

    questions: tuple[Record, ...]
    rows: int
    unanswerable: int


def draw_questions(rows: Iterable[Row], number: int, seed: int, *, kind: str, where: str) -> Sample:
    """Draw questions without replacement, in the order of the rows.

    Each row gets a uniform number from ``Generator(PCG64(seed))`` and the smallest win, as in
    ``sample_questions``: a smaller sample is a subset of a larger one of the same seed, and only
    ``number`` rows are held in memory.

    Args:
        rows: of a split.
        number: of questions.
        seed: of the draw.
        kind: ``musique`` or ``supporting_facts``.
        where: the split, for messages.

    Raises:
        ConfigError: ``number`` below 1 or ``seed`` below 0.
        DataError: the split has fewer rows, or a row has another shape.
    """
    if number < 1 or seed < 0:
        raise ConfigError(
            f"{counted(number, 'question')} by seed {seed}",
            where="--questions, --seed",
            fix="use at least 1 question and a seed of at least 0",
        )
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn: list[tuple[float, int, Row]] = []
    total = unanswerable = 0
    for row in rows:
        if row.get("answerable") is False:
            unanswerable += 1
            continue
        item = (-float(generator.random()), -total, row)
        total += 1
        if len(drawn) < number:
            heapq.heappush(drawn, item)
        else:
            heapq.heappushpop(drawn, item)
    if total < number:
        raise DataError(
            f"{counted(number, 'question')} asked for where there are {total:,}",
            where=where,
            fix="ask for fewer, or use another split (--split train)",
        )
    chosen = sorted(drawn, key=lambda item: -item[1])
    records = [
        question_record(row, kind, where=f"{where}, row {-position}") for _, position, row in chosen
    ]
    return Sample(tuple(records), total, unanswerable)


def pool_passages(questions: Sequence[Record]) -> list[Candidate]:
    """The distinct candidate passages of the questions, in the order of their first use."""
    found = (passage for record in questions for passage in candidates(record))
    return list(dict.fromkeys(found))


def corpus_of(passages: Sequence[Candidate], layout: Literal["list", "titles"]) -> Corpus:
    """The passages as a corpus of the release.

    Args:
        passages: distinct.
        layout: ``titles`` needs distinct titles; where two texts share one, the list is used
            instead, since the object could hold only one of them.
    """
    titles = dict.fromkeys(title for title, _ in passages)
    if layout == "titles" and len(titles) == len(passages):
        return {title: list(sentences) for title, sentences in passages}
    return [{"title": title, "text": join_sentences(sentences)} for title, sentences in passages]
