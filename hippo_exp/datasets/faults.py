"""Problems of a file's records, gathered and reported together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.text import counted

L = TypeVar("L")
R = TypeVar("R")
SHOWN = 3
"""Number of examples that a message shows."""


class Faults:
    """Collects what is wrong with the records of one file.

    Args:
        path: the file.
        fix: what the user can do about it.
    """

    def __init__(self, path: Path, fix: str = "mend these records or fetch the file again") -> None:
        self.path = path
        self.fix = fix
        self.problems: list[str] = []

    def add(self, position: str, problem: str) -> None:
        """Note one problem of the record at ``position``."""
        self.problems.append(f"{position}: {problem}")

    def check(self) -> None:
        """Raise one error for all problems noted so far.

        Raises:
            DataError: at least one problem; the message counts them and shows the first three.
        """
        if self.problems:
            raise DataError(
                f"{counted(len(self.problems), 'problem')}: {listed(self.problems)}",
                where=str(self.path),
                fix=self.fix,
            )


def read_pair(left: Callable[[], L], right: Callable[[], R]) -> tuple[L, R]:
    """Both results of two independent reads; when both fail, both errors are reported.

    Raises:
        DataError: one of them failed.
        FaultListError: both failed.
    """
    errors: list[HippoExpError] = []
    results = (_attempt(left, errors), _attempt(right, errors))
    if len(errors) > 1:
        raise FaultListError(errors)
    if results[0] is None or results[1] is None:
        raise errors[0]
    return results[0], results[1]


def _attempt(read: Callable[[], L], errors: list[HippoExpError]) -> L | None:
    try:
        return read()
    except DataError as error:
        errors.append(error)
        return None


def listed(items: Sequence[str], total: int | None = None) -> str:
    """The first three items, and how many more there are (of ``total``, if not all are given)."""
    first = items[:SHOWN]
    more = (len(items) if total is None else total) - len(first)
    return "; ".join(first) + (f"; and {more:,} more" if more > 0 else "")


def shown(text: str, width: int = 60) -> str:
    """``text`` quoted, with visible escapes, cut to ``width`` characters."""
    return repr(text if len(text) <= width else text[: width - 1] + "…")


def kind_of(value: object) -> str:
    """The JSON kind of a value, for messages."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "an infinity"
    kinds: tuple[tuple[type, str], ...] = (
        (bool, "a truth value"),
        (int, "a number"),
        (float, "a number"),
        (str, "a string"),
        (list, "a list"),
        (dict, "an object"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")
