"""Data sets made from another one: a sample of its questions, the same with query entities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from hippo_exp.datasets.assemble import dataset_digest, question_counts
from hippo_exp.datasets.faults import listed, shown
from hippo_exp.errors import ConfigError, DataError
from hippo_exp.text import counted
from hippo_exp.types import Dataset, Question


def sample_questions(dataset: Dataset, limit: int, seed: int) -> Dataset:
    """Draw ``limit`` questions without replacement, in file order.

    Each question gets a uniform number from ``Generator(PCG64(seed))`` and the smallest win, so a
    smaller limit draws a subset of a larger one. The note ``PARTIAL n=5 of 12`` marks the result;
    a limit of at least the number of questions returns the data set as it is.

    Raises:
        ConfigError: ``limit`` below 1 or ``seed`` below 0.
    """
    if limit < 1:
        raise ConfigError(f"limit is {limit}", where="limit", fix="use at least 1, or leave it out")
    if seed < 0:
        raise ConfigError(f"seed is {seed}", where="seed", fix="use 0 or more")
    total = len(dataset.questions)
    if limit >= total:
        return dataset
    draws = np.random.Generator(np.random.PCG64(seed)).random(total)
    chosen = np.sort(np.argsort(draws, kind="stable")[:limit])
    questions = tuple(dataset.questions[position] for position in chosen.tolist())
    notes = (*dataset.notes, f"PARTIAL n={limit} of {total}")
    return replace(_with_questions(dataset, questions, notes), sampled_from=total)


def with_entities(dataset: Dataset, entities: Mapping[str, tuple[str, ...]]) -> Dataset:
    """Attach query entities, looked up by the exact text of the question.

    Args:
        dataset: any data set.
        entities: question text -> entities; an empty tuple means that none were found.

    Raises:
        DataError: questions that the mapping lacks, counted, the first three shown.
    """
    missing = [question for question in dataset.questions if question.text not in entities]
    if missing:
        examples = [f"{question.id!r} {shown(question.text)}" for question in missing]
        raise DataError(
            f"no query entities for {counted(len(missing), 'question')} of "
            f"{len(dataset.questions):,}: {listed(examples)}",
            where=dataset.name,
            fix="use the query entity file of this data set, or extract the missing ones",
        )
    questions = tuple(
        replace(question, entities=tuple(entities[question.text])) for question in dataset.questions
    )
    return _with_questions(dataset, questions, dataset.notes)


def _with_questions(
    dataset: Dataset, questions: tuple[Question, ...], notes: tuple[str, ...]
) -> Dataset:
    kept = {
        name: count
        for name, count in dataset.counts.items()
        if not name.startswith("questions_with_")
    }
    return replace(
        dataset,
        questions=questions,
        digest=dataset_digest(dataset.passages, questions, dataset.gold_unit),
        counts=kept | question_counts(questions),
        notes=notes,
    )
