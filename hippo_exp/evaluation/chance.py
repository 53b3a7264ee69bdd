"""A floor for recall: a row that does no better than chance has a broken index, not a number."""

from __future__ import annotations

from collections.abc import Mapping

from hippo_exp.errors import DataError
from hippo_exp.evaluation.measure import parse_measure

CHANCE_FACTOR = 3.0
"""A row must exceed this multiple of chance."""


def chance_recall(k: int, n_passages: int) -> float:
    """Expected recall@k of a random order, in percent: ``100 k / n_passages``, at most 100."""
    return 100.0 * min(1.0, k / n_passages)


def check_above_chance(
    means: Mapping[str, float], *, n_questions: int, n_passages: int, where: str = ""
) -> None:
    """Refuse a row whose recall is at the level of a random order.

    A recall near zero is the mark of passage ids that do not belong to the corpus. The check
    needs a corpus where chance is small (three times chance at most 25 %) and at least 20
    questions, otherwise a correct row may fail it by accident.

    Args:
        means: metric name -> mean in percent; only ``recall@k`` is read.
        n_questions: number of scored questions.
        n_passages: corpus size.
        where: the row, for the message.

    Raises:
        DataError: some recall@k is not above ``CHANCE_FACTOR`` times chance.
    """
    if n_questions < 20:
        return
    for name, value in means.items():
        if not name.startswith("recall@"):
            continue
        floor = CHANCE_FACTOR * chance_recall(parse_measure(name).k or 1, n_passages)
        if floor <= 25.0 and value <= floor:
            raise DataError(
                f"{name} = {value:.2f} is not above {CHANCE_FACTOR:g} times chance ({floor:.2f}): "
                "index and questions do not match",
                where=where,
                fix="rebuild the index from this corpus and check the gold unit",
            )
