"""One process per file or folder: a lock that works where ``flock`` does not.

The lock is a file beside the target, made with ``O_CREAT | O_EXCL`` (atomic also on NFS), that its
holder touches once a second. A waiting process never compares clocks of two machines: it takes the
lock over when it has itself seen no touch for a long while, or when the holder was a process of
this machine that is gone. Should two processes take over at the same moment, a holder that finds
another's name in its lock stops before it writes again; a download is safe even then, because a
file gets its name only after its git blob id was verified.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hippo_exp.errors import StoreError
from hippo_exp.storage.lock_holder import describe, is_gone, read_lock, touched_at


class Patience(Protocol):
    """How long to wait for a lock, in seconds."""

    @property
    def heartbeat(self) -> float:
        """Between two signs of life of a holder."""

    @property
    def stale(self) -> float:
        """Without a sign of life, after which a lock is taken over."""

    @property
    def poll(self) -> float:
        """Between two looks at another process's lock."""

    @property
    def pause(self) -> Callable[[float], None]:
        """Waits."""


@dataclass(frozen=True)
class ShortPatience:
    """For work that takes seconds, such as moving finished files into a folder."""

    heartbeat: float = 0.5
    stale: float = 60.0
    poll: float = 0.05
    pause: Callable[[float], None] = time.sleep


def plain_fault(error: OSError, path: Path) -> StoreError:
    """The error of a lock that cannot be made."""
    return StoreError(
        f"cannot write ({error.strerror or error})", where=str(path), fix="choose another folder"
    )


class Claim:
    """A held lock.

    Args:
        path: the lock's file.
        content: what this holder wrote into it.
        heartbeat: seconds between two touches.
    """

    def __init__(self, path: Path, content: bytes, heartbeat: float) -> None:
        self._path = path
        self._content = content
        self._heartbeat = heartbeat
        self._last = time.monotonic()

    def beat(self) -> None:
        """Touch the lock when it is time to; call it before each write.

        Raises:
            StoreError: another process has taken the lock over.
        """
        now = time.monotonic()
        if now - self._last < self._heartbeat:
            return
        self._last = now
        if read_lock(self._path) != self._content:
            raise StoreError(
                "another process has taken the lock over, because this one was silent",
                where=str(self._path),
                fix="run the command again",
            )
        os.utime(self._path)

    def release(self) -> None:
        """Remove the lock, unless another process has taken it over."""
        if read_lock(self._path) == self._content:
            self._path.unlink(missing_ok=True)


@contextmanager
def claim(
    path: Path,
    patience: Patience,
    waiting: Callable[[str], None],
    fault: Callable[[OSError, Path], StoreError] = plain_fault,
) -> Iterator[Claim]:
    """Hold the lock at ``path``; wait while another process holds it.

    Args:
        path: the lock's file; its folder exists.
        patience: how long to wait for what.
        waiting: is told once who holds the lock, when there is need to wait.
        fault: the error to raise for a lock that cannot be made.

    Raises:
        StoreError: the folder cannot be written.
    """
    content = json.dumps(
        {"host": socket.gethostname(), "pid": os.getpid(), "token": secrets.token_hex(8)}
    ).encode()
    told = False
    while not _create(path, content, fault):
        holder = read_lock(path)
        if holder is None:
            continue
        if not told and not is_gone(holder):
            waiting(describe(holder))
            told = True
        if _await_change(path, holder, patience) and read_lock(path) == holder:
            path.unlink(missing_ok=True)
    held = Claim(path, content, patience.heartbeat)
    try:
        yield held
    finally:
        held.release()


def _create(path: Path, content: bytes, fault: Callable[[OSError, Path], StoreError]) -> bool:
    """Make the lock; False when there is one."""
    made = False
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
        made = True
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
    except FileExistsError:
        return False
    except OSError as error:
        if made:
            path.unlink(missing_ok=True)
        raise fault(error, path) from error
    return True


def _await_change(path: Path, holder: bytes, patience: Patience) -> bool:
    """Wait until the lock is released (False) or its holder is dead or silent (True)."""
    seen = touched_at(path)
    since = time.monotonic()
    while True:
        if read_lock(path) != holder:
            return False
        if is_gone(holder):
            return True
        patience.pause(patience.poll)
        touched = touched_at(path)
        if touched != seen:
            seen, since = touched, time.monotonic()
        elif time.monotonic() - since >= patience.stale:
            return True
