"""A limit of time for the work on one cell."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from hippo_exp.errors import ConfigError, HippoExpError

_SETTING = "cells.time_limit_s"


class TimeLimitError(HippoExpError):
    """A cell that took longer than it may."""

    exit_code = 9


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Stop the body after ``seconds`` of wall time; None sets no limit.

    The body is interrupted at its next Python instruction or blocking call, so a single call of
    compiled code ends first.

    Raises:
        TimeLimitError: the body took longer.
        ConfigError: there is no alarm: not the main thread, or a system without one.
    """
    if seconds is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        raise ConfigError(
            "time cannot be limited here", where=_SETTING, fix="leave it out, or use processes"
        )

    def stop(number: int, frame: FrameType | None) -> None:
        fix = f"raise {_SETTING}, or run the command again to try once more"
        raise TimeLimitError(f"no result after {seconds:g} s", where=_SETTING, fix=fix)

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
