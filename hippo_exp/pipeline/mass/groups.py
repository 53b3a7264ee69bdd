"""Gain by groups of questions: by outcome, and by what a question or its passages are like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from hippo_exp.evaluation import mean, rng_for
from hippo_exp.pipeline.mass.question import Outcome, QuestionMass
from hippo_exp.reporting.summarize import cell_interval
from hippo_exp.types import FloatArray

OUTCOMES: Mapping[Outcome, str] = MappingProxyType(
    {
        "won": "recall above HippoRAG's",
        "lost": "recall below HippoRAG's",
        "found": "both find all",
        "missed": "equal, not all found",
    }
)
"""Outcome -> its name in print."""

TRAITS: Mapping[str, Callable[[QuestionMass], float | None]] = MappingProxyType(
    {
        "lowest cosine of a link": lambda question: question.cosine,
        "facts of a gold passage": lambda question: question.facts,
        "gold passages with a linked node (%)": lambda question: question.gold_linked,
        "hops": lambda question: question.hops,
    }
)
"""What questions are grouped by -> its value, None where unknown."""
_PARTS = 3


@dataclass(frozen=True, slots=True)
class GainGroup:
    """Questions of like value.

    Attributes:
        trait: see :data:`TRAITS`.
        low, high: smallest and largest value.
        middle: mean value.
        n: number of questions.
        gain: mean gain in recall@5 (points), with a 95 % interval (None for one question).
        ci_low, ci_high: of the gain.
    """

    trait: str
    low: float
    high: float
    middle: float
    n: int
    gain: float
    ci_low: float | None
    ci_high: float | None


def gain_groups(
    questions: Sequence[QuestionMass], row: str, trait: str, *, seed: int, resamples: int
) -> list[GainGroup]:
    """At most three groups of like size by a trait's value; equal values stay together.

    Args:
        questions: of a row.
        row: its id, for the random numbers ``rng_for(seed, row, trait, group)``.
        trait: a key of :data:`TRAITS`.
        seed, resamples: of the bootstrap.
    """
    pairs = [(TRAITS[trait](question), question.gain) for question in questions]
    known = sorted((float(value), gain) for value, gain in pairs if value is not None)
    if not known:
        return []
    places = _places(np.array([value for value, _ in known]))
    groups: list[GainGroup] = []
    for place in range(places[-1] + 1):
        own = [pair for pair, at in zip(known, places, strict=True) if at == place]
        gains, inside = [gain for _, gain in own], [value for value, _ in own]
        generator = rng_for(seed, row, trait, str(len(groups)))
        low, high = cell_interval(gains, generator, resamples) or (None, None)
        ends = (inside[0], inside[-1], mean(inside))
        groups.append(GainGroup(trait, *ends, len(own), mean(gains), low, high))
    return groups


def _places(values: FloatArray) -> list[int]:
    """(n,) group of each of (n,) ascending values: cut between values, nearest to the thirds."""
    distinct, counts = np.unique(values, return_counts=True)
    up_to = np.cumsum(counts)[:-1]
    if not up_to.size:
        return [0] * values.size
    goals = [values.size * part / _PARTS for part in range(1, _PARTS)]
    cuts = np.unique([int(np.argmin(np.abs(up_to - goal))) for goal in goals])
    places: list[int] = np.searchsorted(distinct[cuts], values, side="left").tolist()
    return places


def by_outcome(questions: Sequence[QuestionMass]) -> dict[Outcome, list[QuestionMass]]:
    """Outcome -> its questions; outcomes without any are left out."""
    found: dict[Outcome, list[QuestionMass]] = {}
    for outcome in OUTCOMES:
        own = [question for question in questions if question.outcome == outcome]
        if own:
            found[outcome] = own
    return found
