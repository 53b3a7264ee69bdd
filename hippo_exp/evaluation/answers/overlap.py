"""Exact match and F1 of one answer against one gold answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hippo_exp.evaluation.answers.normalize import normalize_answer

_WHOLE_ANSWERS = ("yes", "no", "noanswer")


def exact_match(prediction: str, gold: str) -> float:
    """1 when the normal forms are equal, else 0."""
    return float(normalize_answer(prediction) == normalize_answer(gold))


def squad_f1(prediction: str, gold: str) -> float:
    """F1 over the words of the normal forms, repeated words counted (MuSiQue's script).

    ``F1 = 2PR / (P + R)`` with P, R the share of common words in the prediction and in gold. When
    one of them has no words, it is 1 if both have none, else 0.
    """
    words, gold_words = normalize_answer(prediction).split(), normalize_answer(gold).split()
    if not words or not gold_words:
        return float(words == gold_words)
    return _overlap(words, gold_words)


def hotpot_f1(prediction: str, gold: str) -> float:
    """:func:`squad_f1` with the two peculiarities of HotpotQA's script, which 2Wiki's shares.

    When either normal form is ``yes``, ``no`` or ``noanswer``, only an equal one scores; so
    ``no, it is`` against ``no`` gets 0. Without a common word it is 0, also when both are empty.
    """
    normal, gold_normal = normalize_answer(prediction), normalize_answer(gold)
    if normal != gold_normal and (normal in _WHOLE_ANSWERS or gold_normal in _WHOLE_ANSWERS):
        return 0.0
    return _overlap(normal.split(), gold_normal.split())


def _overlap(words: Sequence[str], gold_words: Sequence[str]) -> float:
    common = (Counter(words) & Counter(gold_words)).total()
    if common == 0:
        return 0.0
    precision, recall = common / len(words), common / len(gold_words)
    return 2 * precision * recall / (precision + recall)
