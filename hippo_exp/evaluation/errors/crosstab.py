"""What becomes of one method's missed questions under another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hippo_exp.errors import DataError
from hippo_exp.evaluation.errors.model import ERROR_CLASSES, ErrorClass

ALL = "all"
"""The missed questions of every class together."""
FOUND = "found"
"""The questions that the baseline finds."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """One group of a baseline's questions under another row.

    Attributes:
        row: the other row.
        group: a class of errors, :data:`ALL`, or :data:`FOUND`.
        n: number of the questions.
        count: how many of them the other row finds; of :data:`FOUND`, how many it misses.
        share: the same in percent; None without questions.
        interval: 95 %, of this share (:func:`hippo_exp.evaluation.proportion_interval`), in
            percent; None without questions.
    """

    row: str
    group: str
    n: int
    count: int
    share: float | None
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Crosstab:
    """One method beside a baseline on the same questions.

    Attributes:
        mended: class of the baseline's error -> (n_class,) 1.0 for each of its missed questions
            that the other method finds, 0.0 for each that it misses too, in the questions' order.
        new: ids of the questions that the other method misses and the baseline finds.
        found: number of questions that the baseline finds.
    """

    mended: Mapping[ErrorClass, tuple[float, ...]]
    new: tuple[str, ...]
    found: int


def cross(
    questions: Sequence[str], causes: Mapping[str, ErrorClass], missed: Sequence[str]
) -> Crosstab:
    """Cross the classes of a baseline's errors with the questions that another method misses.

    Args:
        questions: (n_questions,) ids of all scored questions.
        causes: id of each question that the baseline misses -> its class.
        missed: ids of the questions that the other method misses.

    Raises:
        DataError: an id that is none of the questions'.
    """
    known = frozenset(questions)
    strange = [name for name in (*causes, *missed) if name not in known]
    if strange:
        fix = "compare rows that were scored on the same questions"
        raise DataError(f"{strange[0]!r} is none of the scored questions", fix=fix)
    lost = frozenset(missed)
    mended: dict[ErrorClass, tuple[float, ...]] = {
        cause: tuple(
            0.0 if name in lost else 1.0 for name in questions if causes.get(name) == cause
        )
        for cause in ERROR_CLASSES
    }
    new = tuple(name for name in questions if name in lost and name not in causes)
    return Crosstab(mended, new, len(questions) - len(causes))
