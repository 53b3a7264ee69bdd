"""What a random order gives, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb, fsum

from hippo_exp.evaluation import parse_measure
from hippo_exp.types import Dataset

AT_CHANCE = ("random", "mention_count")
"""Retrievers that may be at the level of chance though nothing is wrong with them."""


def expectation(dataset: Dataset, metrics: Sequence[str]) -> str:
    """For example ``expected exactly: recall@5 0.17, mean_rank 1000.33``; percent for recall.

    Measures of which no expectation is known here are left out.
    """
    known = expected_values(dataset, metrics)
    listed = ", ".join(f"{name} {value:.2f}" for name, value in known.items())
    return f"expected exactly: {listed}" if listed else ""


def expected_values(dataset: Dataset, metrics: Sequence[str]) -> dict[str, float]:
    """Measure -> expectation over all orders of the passages, equally likely; mean over questions.

    Of ``recall@k``, the mean over a question's gold keys of 1 - C(n - d, k) / C(n, k), d being the
    number of passages with that key. Of ``mean_rank``, the place of the first of g gold passages,
    (n + 1) / (g + 1).
    """
    copies = Counter(dataset.match_keys)
    gold = [question.gold for question in dataset.questions if question.gold]
    found = {}
    for name in metrics:
        family = name.partition("@")[0]
        if family == "recall":
            k = parse_measure(name).k or 1
            found[name] = 100 * _mean([_recall(keys, copies, k) for keys in gold])
        elif name == "mean_rank":
            found[name] = _mean([_first(keys, copies) for keys in gold])
    return found


def _recall(keys: Sequence[str], copies: Mapping[str, int], k: int) -> float:
    n = sum(copies.values())
    draws = comb(n, min(k, n))
    missed = (comb(n - copies[key], min(k, n)) / draws for key in keys)
    return 1 - fsum(missed) / len(keys)


def _first(keys: Sequence[str], copies: Mapping[str, int]) -> float:
    n = sum(copies.values())
    return (n + 1) / (sum(copies[key] for key in keys) + 1)


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
