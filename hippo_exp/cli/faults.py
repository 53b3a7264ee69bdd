"""Errors as a person reads them: one line each, with a traceback only where it was asked for."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final

from hippo_exp.cli.debugging import DEBUG, debugging
from hippo_exp.cli.terminal import print_error
from hippo_exp.errors import FaultListError, HippoExpError

DEFECT: Final = 1
"""Exit code of an error that the project did not foresee."""


def report(error: HippoExpError) -> int:
    """Print an error, one line per fault, on standard error; return its exit code."""
    if debugging():
        traceback.print_exception(error)
    for fault in each_fault(error):
        print_error(str(fault))
    return error.exit_code


def report_defect(error: BaseException) -> int:
    """Print an error that the project did not foresee; return its exit code."""
    if debugging():
        traceback.print_exception(error)
        return DEFECT
    frames = traceback.extract_tb(error.__traceback__)
    place = f" [{Path(frames[-1].filename).name}:{frames[-1].lineno}]" if frames else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    print_error(f"{what}{place}: a defect of hippo_exp, shown in full with {DEBUG}=1")
    return DEFECT


class Defects:
    """A block whose unforeseen errors are reported and counted, so that it ends well.

    Attributes:
        codes: one exit code for each.
    """

    def __init__(self) -> None:
        self.codes: list[int] = []

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        """Report what the block raised, unless it is to end the process."""
        if not isinstance(error, Exception):
            return False
        self.codes.append(report_defect(error))
        return True


def each_fault(error: HippoExpError) -> tuple[HippoExpError, ...]:
    """The faults of a list, or the one error."""
    return error.errors if isinstance(error, FaultListError) else (error,)


def distinct(errors: Iterable[HippoExpError]) -> list[HippoExpError]:
    """The errors without repetitions, as the points of a sweep may share them."""
    return list({str(error): error for error in errors}.values())
