"""MuSiQue, and every file of its shape (the case studies, the sample of the release)."""

from __future__ import annotations

import re
from pathlib import Path

from hippo_exp.datasets.assemble import assemble
from hippo_exp.datasets.corpus import TEXT_KEYS, read_corpus, trimmed
from hippo_exp.datasets.faults import Faults, kind_of, read_pair
from hippo_exp.datasets.fields import (
    Row,
    UniqueIds,
    answers,
    identifier,
    listing,
    object_rows,
    read_list,
    string,
)
from hippo_exp.datasets.gold import match_key
from hippo_exp.types import Dataset, GoldUnit, Passage, Question

_TRUTH = {True: True, False: False, "True": True, "False": False}
_HOPS = re.compile(r"((\d+)hop\d*)__")


def read_musique(
    questions: Path,
    corpus: Path,
    *,
    name: str,
    gold_unit: GoldUnit = "passage",
    trim_titles: bool = False,
) -> Dataset:
    """Read questions whose paragraphs carry ``is_supporting``.

    Gold: the distinct contents (title, newline, text) of the supporting paragraphs, or their
    distinct titles with ``gold_unit="title"`` (official behaviour, row 16). Hops: from an id such
    as ``3hop1__…``; else the number of gold keys; None where ``answer`` is a list, because then
    the gold passages support alternative answers and their number is no number of steps.

    Args:
        questions: list of ``{id, question, paragraphs: [{title, text or paragraph_text,
            is_supporting}], answer, answer_aliases}``.
        corpus: see :func:`read_corpus`.
        name: name of the data set.
        gold_unit: what gold is matched by.
        trim_titles: remove white space from both ends of titles, in corpus and gold alike.

    Raises:
        DataError: malformed records, or gold that the corpus lacks.
        FaultListError: both files are malformed.
    """
    passages, found = read_pair(
        lambda: read_corpus(corpus, trim_titles=trim_titles),
        lambda: _questions(questions, gold_unit, trim_titles=trim_titles),
    )
    notes = ("titles trimmed",) if trim_titles else ()
    return assemble(name, passages, found, gold_unit, where=f"{questions}, {corpus}", notes=notes)


def _questions(path: Path, gold_unit: GoldUnit, *, trim_titles: bool) -> list[Question]:
    faults = Faults(path)
    unique = UniqueIds(faults, "question id")
    found = []
    for row in object_rows(read_list(path, "questions"), faults):
        question = _question(row, faults, gold_unit, trim_titles=trim_titles)
        unique.add(question.id, row[0])
        found.append(question)
    faults.check()
    return found


def _question(row: Row, faults: Faults, gold_unit: GoldUnit, *, trim_titles: bool) -> Question:
    support = _supporting(row, faults)
    if trim_titles:
        support = [trimmed(passage) for passage in support]
    gold = tuple(sorted({match_key(passage, gold_unit) for passage in support}))
    identity = identifier(row, ("id", "_id"), faults)
    prefix = _HOPS.match(identity)
    steps = None if isinstance(row[1].get("answer"), list) else len(gold) or None
    return Question(
        id=identity,
        text=string(row, ("question",), faults, blank=False),
        gold=gold,
        answers=answers(row, faults),
        hops=int(prefix[2]) if prefix else steps,
        kind=prefix[1] if prefix else "",
    )


def _supporting(row: Row, faults: Faults) -> list[Passage]:
    paragraphs = listing(row, "paragraphs", faults)
    found = []
    for position, record in object_rows(paragraphs, faults, f"{row[0]}, paragraph"):
        paragraph = (position, record)
        title = string(paragraph, ("title",), faults)
        text = string(paragraph, TEXT_KEYS, faults)
        if _is_supporting(paragraph, faults):
            found.append(Passage("", title, text))
    return found


def _is_supporting(paragraph: Row, faults: Faults) -> bool:
    position, record = paragraph
    if "is_supporting" not in record:
        faults.add(position, "key 'is_supporting' is missing")
        return False
    value = record["is_supporting"]
    if isinstance(value, bool | str) and value in _TRUTH:
        return _TRUTH[value]
    faults.add(position, f"'is_supporting' is {kind_of(value)} other than True or False")
    return False
