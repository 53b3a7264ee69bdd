"""Patience of a download, and the signals between its parts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from hippo_exp.errors import DataError


@dataclass(frozen=True)
class Rules:
    """How long to wait for what, in seconds.

    Attributes:
        connect: for a connection.
        read: for the next bytes of a body.
        retries: tries after interruptions in a row; a try that brought ``progress`` bytes starts
            the count anew.
        progress: see ``retries``.
        delay: before the first of these tries; doubled each time, at most ``longest``.
        longest: before any try, also where the server asks for more.
        heartbeat: between two signs of life in a lock.
        stale: without a sign of life, after which a lock is taken over; longer than any wait
            above, so that a slow process is not taken for a dead one.
        poll: between two looks at another process's lock.
        pause: waits.
    """

    connect: float = 10.0
    read: float = 30.0
    retries: int = 4
    progress: int = 1 << 20
    delay: float = 1.0
    longest: float = 30.0
    heartbeat: float = 1.0
    stale: float = 120.0
    poll: float = 0.3
    pause: Callable[[float], None] = time.sleep


class UnreachableError(DataError):
    """The server never answered; asking it for further files is pointless."""


class NoSourceError(DataError):
    """No source has the file."""


class AbsentError(Exception):
    """The source has no such file."""


class InterruptedTransferError(Exception):
    """The transfer stopped early; what came is kept and continued.

    Args:
        reason: a short clause.
        answered: whether the server had answered at all.
        wait: seconds that the server asks to wait, None for no wish.
    """

    def __init__(self, reason: str, *, answered: bool, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.answered = answered
        self.wait = wait
