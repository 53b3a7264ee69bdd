"""From passages and questions to a checked data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from hippo_exp.datasets.gold import check_gold
from hippo_exp.errors import DataError
from hippo_exp.storage import digest_json
from hippo_exp.text import counted
from hippo_exp.types import Dataset, GoldUnit, Passage, Question


def assemble(
    name: str,
    passages: Sequence[Passage],
    questions: Sequence[Question],
    gold_unit: GoldUnit,
    *,
    where: str,
    notes: tuple[str, ...] = (),
) -> Dataset:
    """Build a data set: check the gold, set aside questions without gold, count, digest.

    Args:
        name: the configured name.
        passages: the corpus, in file order.
        questions: all questions read, in file order; those without gold are excluded and counted.
        gold_unit: what the gold keys are.
        where: the files, for messages.
        notes: labels that the tables must carry.

    Raises:
        DataError: a gold key that no passage has, or no question with gold.
    """
    scored = tuple(question for question in questions if question.gold)
    if not scored:
        raise DataError(
            f"none of {counted(len(questions), 'question')} has gold",
            where=where,
            fix="use a split whose labels are public",
        )
    check_gold(scored, passages, gold_unit, where=where)
    counts = corpus_counts(passages) | question_counts(scored)
    counts["questions_without_gold"] = len(questions) - len(scored)
    corpus = tuple(passages)
    digest = dataset_digest(corpus, scored, gold_unit)
    return Dataset(name, corpus, scored, gold_unit, digest, counts, notes)


def dataset_digest(
    passages: Sequence[Passage], questions: Sequence[Question], gold_unit: GoldUnit
) -> str:
    """SHA-256 over passages, questions (without query entities) and gold unit."""
    bare = [replace(question, entities=None) for question in questions]
    return digest_json({"passages": passages, "questions": bare, "gold_unit": gold_unit})


def entities_digest(questions: Sequence[Question]) -> str:
    """SHA-256 over the query entities, question by question."""
    return digest_json([(question.id, question.entities) for question in questions])


def corpus_counts(passages: Sequence[Passage]) -> dict[str, int]:
    """``passages``, ``duplicate_passages`` and ``duplicate_titles``.

    A duplicate passage repeats the contents of an earlier one; a duplicate title stands over
    other contents than the earlier passages of that title. Empty titles are not compared.
    """
    distinct = {passage.contents: passage.title for passage in passages}
    titles = [title for title in distinct.values() if title]
    return {
        "passages": len(passages),
        "duplicate_passages": len(passages) - len(distinct),
        "duplicate_titles": len(titles) - len(dict.fromkeys(titles)),
    }


def question_counts(questions: Sequence[Question]) -> dict[str, int]:
    """``questions``, ``gold_keys`` (summed over the questions), ``questions_with_K_gold``."""
    sizes = Counter(len(question.gold) for question in questions)
    counts = {
        "questions": len(questions),
        "gold_keys": sum(size * number for size, number in sizes.items()),
    }
    return counts | {f"questions_with_{size}_gold": sizes[size] for size in sorted(sizes)}
