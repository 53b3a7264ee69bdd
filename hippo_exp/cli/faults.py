"""Errors as a person reads them on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper

from hippo_exp.errors import FaultListError, HippoExpError


def report(error: HippoExpError) -> int:
    """Print an error, one line per fault, on standard error; return its exit code."""
    for fault in each_fault(error):
        print(f"error: {fault}", file=sys.stderr)
    return error.exit_code


def printable() -> None:
    """Let a console that lacks a character show a substitute instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def stop_printing() -> None:
    """Send what is still printed nowhere: whoever read it has gone, as with ``| head``.

    The table is printed after its files are written, so that nothing is lost.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def each_fault(error: HippoExpError) -> tuple[HippoExpError, ...]:
    """The faults of a list, or the one error."""
    return error.errors if isinstance(error, FaultListError) else (error,)


def distinct(errors: Iterable[HippoExpError]) -> list[HippoExpError]:
    """The errors without repetitions, as the points of a sweep may share them."""
    return list({str(error): error for error in errors}.values())
