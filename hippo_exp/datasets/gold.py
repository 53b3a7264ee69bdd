"""Every gold key must exist in the corpus (pitfall A52)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from hippo_exp.datasets.faults import SHOWN, listed, shown
from hippo_exp.errors import ConfigError, DataError
from hippo_exp.text import counted, nearest, normalize_clean
from hippo_exp.types import GoldUnit, Passage, Question


def match_key(passage: Passage, gold_unit: GoldUnit) -> str:
    """What a passage is matched by: its title, or its contents (official behaviour, row 16).

    Raises:
        ConfigError: an unknown unit.
    """
    if gold_unit == "title":
        return passage.title
    if gold_unit == "passage":
        return passage.contents
    raise ConfigError(
        f"unknown gold unit {gold_unit!r}", where="gold_unit", fix="use title or passage"
    )


def check_gold(
    questions: Sequence[Question],
    passages: Sequence[Passage],
    gold_unit: GoldUnit,
    *,
    where: str,
) -> None:
    """Check that every gold key is the key of at least one passage.

    Raises:
        DataError: counts the keys that are not, and shows three with the nearest key of the corpus.
    """
    known = dict.fromkeys(match_key(passage, gold_unit) for passage in passages)
    missing = [
        (question, key) for question in questions for key in question.gold if key not in known
    ]
    if not missing:
        return
    titles = list(dict.fromkeys(passage.title for passage in passages if passage.title))
    examples = [
        f"question {question.id!r}: {shown(key)} ({_hint(key, titles, gold_unit)})"
        for question, key in missing[:SHOWN]
    ]
    lost = len(dict.fromkeys(question.id for question, _ in missing))
    raise DataError(
        f"{counted(len(missing), f'gold {gold_unit}')} of {counted(lost, 'question')} not in the "
        f"corpus of {counted(len(passages), 'passage')}: {listed(examples, len(missing))}",
        where=where,
        fix="take questions and corpus from one release; where only the white space at the ends of "
        "titles differs, set dataset.trim_titles=true",
    )


def _hint(key: str, titles: list[str], gold_unit: GoldUnit) -> str:
    title = key if gold_unit == "title" else key.partition("\n")[0]
    if title in titles:
        return "the corpus has this title over another text"
    near = nearest_key(title, titles)
    if near is None:
        return "nothing near it"
    return f"nearest: {shown(near)}{_difference(title, near)}"


def nearest_key(key: str, candidates: Sequence[str]) -> str | None:
    """The candidate equal to ``key`` up to form, else the most similar one, else None."""
    form = normalize_clean(key)
    for candidate in candidates:
        if form and normalize_clean(candidate) == form:
            return candidate
    return nearest(key, candidates)


def _difference(left: str, right: str) -> str:
    if left.split() == right.split():
        return ", other white space"
    if unicodedata.normalize("NFC", left) == unicodedata.normalize("NFC", right):
        return ", other Unicode form"
    if left.casefold() == right.casefold():
        return ", other letter case"
    return ""
