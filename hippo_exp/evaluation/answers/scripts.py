"""EM and F1 as each data set's own script defines them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hippo_exp.errors import ConfigError
from hippo_exp.evaluation.answers.normalize import normalize_answer
from hippo_exp.text import did_you_mean

_WHOLE_ANSWERS = ("yes", "no", "noanswer")
_TokenF1 = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """Scores of one answer, fractions from 0 to 1."""

    em: float
    f1: float


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


ANSWER_SCRIPTS: Mapping[str, _TokenF1] = MappingProxyType(
    {"musique": squad_f1, "2wikimultihopqa": hotpot_f1, "hotpotqa": hotpot_f1}
)
"""Script -> its F1; EM is the same in all."""


def score_answer(prediction: str, answers: Sequence[str], script: str) -> AnswerScore:
    """EM and F1 of one prediction, each the highest over the answer and its aliases.

    HotpotQA's script knows one answer; MuSiQue takes the maximum over ``answer_aliases``, 2Wiki
    over the aliases and demonyms of the answer's Wikidata item, where the data has them.

    Args:
        prediction: the answer given.
        answers: the gold answer and its aliases, at least one.
        script: a key of ``ANSWER_SCRIPTS``.

    Raises:
        ConfigError: an unknown script.
        ValueError: no gold answer.
    """
    f1 = answer_f1(script)
    if not answers:
        raise ValueError("a question without gold answers has no score")
    return AnswerScore(
        em=max(exact_match(prediction, gold) for gold in answers),
        f1=max(f1(prediction, gold) for gold in answers),
    )


def answer_f1(script: str) -> _TokenF1:
    """The F1 of a script.

    Raises:
        ConfigError: an unknown script.
    """
    if script not in ANSWER_SCRIPTS:
        fix = did_you_mean(script, ANSWER_SCRIPTS, all_of="there are")
        raise ConfigError(f"unknown answer script {script!r}", where="answer_script", fix=fix)
    return ANSWER_SCRIPTS[script]
