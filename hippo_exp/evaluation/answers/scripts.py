"""EM and F1 as each data set's own script defines them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hippo_exp.errors import ConfigError
from hippo_exp.evaluation.answers.overlap import exact_match, hotpot_f1, squad_f1
from hippo_exp.text import did_you_mean

_TokenF1 = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """Scores of one answer, fractions from 0 to 1."""

    em: float
    f1: float


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
