"""From gold titles to gold passages, with the help of the questions' contexts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hippo_exp.datasets.faults import Faults, listed, shown
from hippo_exp.datasets.fields import Row, listing
from hippo_exp.errors import DataError
from hippo_exp.text import counted
from hippo_exp.types import Passage, Question

Contexts = Mapping[str, str]
"""Title -> text without white space, of one question's context paragraphs."""


def read_contexts(row: Row, faults: Faults, *, trim_titles: bool) -> Contexts:
    """The paragraphs under ``context``; a record without the field has none."""
    position, _ = row
    contexts: dict[str, str] = {}
    for number, value in enumerate(listing(row, "context", faults, optional=True), start=1):
        match value:
            case [str(title), list(sentences)] if all(isinstance(s, str) for s in sentences):
                contexts[title.strip() if trim_titles else title] = _bare("".join(sentences))
            case _:
                faults.add(
                    f"{position}, context {number}", "is not a list [title, [sentence, ...]]"
                )
    return contexts


def gold_contents(
    questions: Sequence[Question],
    contexts: Sequence[Contexts],
    passages: Sequence[Passage],
    where: str,
) -> list[Question]:
    """The questions with each gold title replaced by the contents of its passage.

    Args:
        questions: gold is titles, each the title of a passage.
        contexts: (n_questions,) the paragraphs of each question.
        passages: the corpus.
        where: the files, for messages.

    Raises:
        DataError: titles that several passages with different contents bear and that no context
            tells apart; they are counted together.
    """
    bearers: dict[str, list[Passage]] = {}
    for passage in passages:
        bearers.setdefault(passage.title, []).append(passage)
    found, open_titles = [], []
    for question, context in zip(questions, contexts, strict=True):
        keys: list[str] = []
        for title in question.gold:
            contents = _contents(bearers[title], context.get(title))
            if len(contents) == 1:
                keys += contents
            else:
                open_titles.append(f"question {question.id!r}: {shown(title)}")
        found.append(replace(question, gold=tuple(sorted(set(keys)))))
    if open_titles:
        raise DataError(
            f"{counted(len(open_titles), 'gold title')} over several passages, and no context says "
            f"which is meant: {listed(open_titles)}",
            where=where,
            fix="set dataset.gold_unit=title, or use questions with their context paragraphs",
        )
    return found


def _contents(bearers: Sequence[Passage], context: str | None) -> list[str]:
    """The distinct contents that a title can mean, in file order."""
    distinct = list(dict.fromkeys(passage.contents for passage in bearers))
    if len(distinct) == 1 or context is None:
        return distinct
    same = [passage.contents for passage in bearers if _bare(passage.text) == context]
    return list(dict.fromkeys(same))


def _bare(text: str) -> str:
    """``text`` without white space: corpora join the same sentences with or without a space."""
    return "".join(text.split())
