"""Which of a question's gold passages a table looks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hippo_exp.text import normalize_clean
from hippo_exp.types import Dataset, Question

ANSWER = "gold: of each question's gold passages those that name its answer"


def seeking_answers(dataset: Dataset) -> Dataset:
    """The data set with only those gold passages that name an accepted answer.

    Named is an answer whose normalised phrase stands in a passage as whole words. A question whose
    gold passages name none, or which has no answer, keeps them all; a label says how many did.
    """
    contents: dict[str, list[str]] = {}
    for passage, key in zip(dataset.passages, dataset.match_keys, strict=True):
        contents.setdefault(key, []).append(passage.contents)
    questions = tuple(_narrowed(q, contents, normalize_clean) for q in dataset.questions)
    whole = sum(not _answered(q, contents, normalize_clean) for q in dataset.questions)
    kept = f"; {whole} of {len(questions)} questions keep all, as none does" if whole else ""
    return replace(dataset, questions=questions, notes=(*dataset.notes, f"{ANSWER}{kept}"))


def _narrowed(
    question: Question, contents: Mapping[str, list[str]], normalize: Callable[[str], str]
) -> Question:
    return replace(question, gold=_answered(question, contents, normalize) or question.gold)


def _answered(
    question: Question, contents: Mapping[str, list[str]], normalize: Callable[[str], str]
) -> tuple[str, ...]:
    """The gold keys whose passages name an answer."""
    answers = [f" {normalize(answer)} " for answer in question.answers if normalize(answer)]
    return tuple(
        key
        for key in question.gold
        if any(
            answer in f" {normalize(text)} " for text in contents.get(key, ()) for answer in answers
        )
    )
