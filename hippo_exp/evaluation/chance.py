"""A floor for recall: a row that does no better than chance has a broken index, not a number."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hippo_exp.errors import DataError
from hippo_exp.evaluation.measure import parse_measure
from hippo_exp.types import FloatArray

CHANCE_FACTOR = 3.0
"""A recall up to this multiple of chance is looked at more closely."""

_LEAST_QUESTIONS = 20
_TELLING = 25.0  # percent; where three times chance exceeds it a correct row may lie below
_STANDARD_ERRORS = 2.0


def chance_recall(k: int, n_passages: int) -> float:
    """Expected recall@k of a random order, in percent: ``100 k / n_passages``, at most 100."""
    return 100.0 * min(1.0, k / n_passages)


def check_above_chance(
    values: Mapping[str, FloatArray], *, n_passages: int, where: str = ""
) -> None:
    """Refuse a row whose recall cannot be told from that of a random order.

    A recall near zero is the mark of passage ids that do not belong to the corpus. A row is
    refused when *every* recall@k is at most ``CHANCE_FACTOR`` times chance and within two standard
    errors of chance; so a weak row with a real signal keeps its numbers. Measures where three
    times chance exceeds 25 %, and fewer than 20 questions, say nothing.

    Args:
        values: metric name -> (n_questions,) values in percent; only ``recall@k`` is read.
        n_passages: corpus size.
        where: the row, for the message.

    Raises:
        DataError: the row is at the level of chance.
    """
    findings = []
    for name, sample in values.items():
        if not name.startswith("recall@") or sample.size < _LEAST_QUESTIONS:
            continue
        chance = chance_recall(parse_measure(name).k or 1, n_passages)
        if CHANCE_FACTOR * chance > _TELLING:
            continue
        mean, error = float(sample.mean()), float(sample.std(ddof=1) / np.sqrt(sample.size))
        if mean > CHANCE_FACTOR * chance or mean - _STANDARD_ERRORS * error > chance:
            return
        findings.append(f"{name} = {mean:.2f} where chance gives {chance:.2f}")
    if findings:
        raise DataError(
            f"{' and '.join(findings)}: index and questions do not match",
            where=where,
            fix="rebuild the index from this corpus and check the gold unit",
        )
