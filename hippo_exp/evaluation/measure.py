"""The registry of measures: a name such as ``recall@5`` becomes a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from hippo_exp.errors import ConfigError
from hippo_exp.evaluation.all_recall import all_recall
from hippo_exp.evaluation.hits import hits
from hippo_exp.evaluation.rank import expected_rank, mean_rank
from hippo_exp.evaluation.recall import recall
from hippo_exp.text import did_you_mean

Score: TypeAlias = Callable[[AbstractSet[str], Sequence[str], Sequence[float]], float]
"""(gold keys, retrieved keys best first, their scores) -> value of one question."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure with its cut-off.

    Attributes:
        name: as in the tables, for example ``recall@5``.
        k: cut-off, None for a measure of the whole ranking.
        fn: the function of one question.
        percent: True for a fraction that is reported as a percentage, where a question without
            a ranking counts 0; False for a rank, which has no value then.
    """

    name: str
    k: int | None
    fn: Score
    percent: bool


_AT_K: Mapping[str, Callable[[AbstractSet[str], Sequence[str], int], float]] = {
    "recall": recall,
    "all_recall": all_recall,
    "hits": hits,
}
_WHOLE: Mapping[str, Score] = {
    "mean_rank": lambda gold, retrieved, _scores: mean_rank(gold, retrieved),
    "expected_rank": expected_rank,
}
MEASURES = tuple(f"{name}@k" for name in _AT_K) + tuple(_WHOLE)
"""Names that :func:`parse_measure` knows; ``k`` stands for a cut-off."""


def _at_k(
    function: Callable[[AbstractSet[str], Sequence[str], int], float],
    k: int,
    gold: AbstractSet[str],
    retrieved: Sequence[str],
    _scores: Sequence[float],
) -> float:
    return function(gold, retrieved, k)


def parse_measure(name: str) -> Measure:
    """The measure called ``name``.

    Raises:
        ConfigError: the name is unknown, or its cut-off is missing, superfluous or below 1.
    """
    family, at, cutoff = name.partition("@")
    if family in _WHOLE and not at:
        return Measure(name, None, _WHOLE[family], percent=False)
    if family in _AT_K and re.fullmatch(r"[1-9][0-9]*", cutoff):
        k = int(cutoff)
        return Measure(name, k, partial(_at_k, _AT_K[family], k), percent=True)
    if family in _AT_K:
        fix = f"write a whole number from 1, for example {family}@5"
        what = f"measure {name!r} has no valid cut-off"
        raise ConfigError(what, where="experiment.metrics", fix=fix)
    known = [*(f"{item}@k" for item in _AT_K), *_WHOLE]
    fix = did_you_mean(f"{family}@k" if at else family, known, cutoff=0.0)
    raise ConfigError(f"unknown measure {name!r}", where="experiment.metrics", fix=fix)
