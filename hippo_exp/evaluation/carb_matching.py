"""Matching of extracted with gold triples, word by word, as CaRB defines it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from hippo_exp.types import FloatArray, Triple

Words: TypeAlias = Callable[[str], list[str]]
_Bags: TypeAlias = tuple[Counter[str], Counter[str], Counter[str]]
_FORMS_OF_BE = ("be", "is", "am", "are", "was", "were", "been", "being")
_REPORTING = ("said", "told", "added", "adds", "says")


def bags_of(triple: Triple, words: Words) -> _Bags:
    """The words of relation, subject and object, with their counts."""
    return (
        Counter(words(triple.relation)),
        Counter(words(triple.subject)),
        Counter(words(triple.object)),
    )


def match(gold: _Bags, extracted: _Bags) -> tuple[float, float]:
    """Precision and recall of one pair, by the better of its readings."""
    score = _match_straight(gold, extracted)
    if any(word in gold[0] for word in _REPORTING):
        relation, subject, object_ = extracted
        score = max(score, _match_straight(gold, (relation, object_, subject)))
    return score


def _match_straight(gold: _Bags, extracted: _Bags) -> tuple[float, float]:
    common = gold[0] & extracted[0]
    shared = common.total()
    left = gold[0] - common
    if (extracted[0] - common)["be"] and any(form in left for form in _FORMS_OF_BE):
        shared += 1
    if shared == 0:
        return 0.0, 0.0
    for part in (1, 2):
        shared += (gold[part] & extracted[part]).total()
    return shared / sum(map(Counter.total, extracted)), shared / sum(map(Counter.total, gold))


def pair_scores(gold: Sequence[Triple], extracted: Sequence[Triple], words: Words) -> FloatArray:
    """(n_gold, n_extracted, 2) ``P(g, e)`` and ``R(g, e)`` of each pair of one passage."""
    gold_bags = [bags_of(triple, words) for triple in gold]
    bags = [bags_of(triple, words) for triple in extracted]
    pairs = [[match(wanted, found) for found in bags] for wanted in gold_bags]
    return np.array(pairs, dtype=np.float64).reshape(len(gold), len(extracted), 2)


def one_to_one(precision: FloatArray) -> float:
    """Greedy sum over (n_gold, n_extracted) precisions: the highest pair first.

    Among equals the first gold triple comes first, then the first extraction.
    """
    left = precision.copy()
    total = 0.0
    for _ in range(min(left.shape)):
        row, column = np.unravel_index(int(np.argmax(left)), left.shape)
        total += float(left[row, column])
        left[row, :] = -1.0
        left[:, column] = -1.0
    return total
