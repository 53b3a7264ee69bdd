"""One process per file: a lock that works where ``flock`` does not.

The lock is a file beside the target, made with ``O_CREAT | O_EXCL`` (atomic also on NFS), that its
holder touches once a second. A waiting process never compares clocks of two machines: it takes the
lock over when it has itself seen no touch for a long while, or when the holder was a process of
this machine that is gone. Should two processes take over at the same moment, the bytes are still
safe: a file gets its name only after its git blob id was verified, and a holder that finds
another's name in its lock stops before it writes again.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hippo_exp.errors import StoreError
from hippo_exp.storage.download.partial import store_fault
from hippo_exp.storage.download.rules import Rules


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
                "another process has taken this download over, because this one was silent",
                where=str(self._path),
                fix="run the command again; it continues what is there",
            )
        os.utime(self._path)

    def release(self) -> None:
        """Remove the lock, unless another process has taken it over."""
        if read_lock(self._path) == self._content:
            self._path.unlink(missing_ok=True)


@contextmanager
def claim(path: Path, rules: Rules, waiting: Callable[[str], None]) -> Iterator[Claim]:
    """Hold the lock at ``path``; wait while another process holds it.

    Args:
        path: the lock's file; its folder exists.
        rules: patience.
        waiting: is told once who holds the lock, when there is need to wait.

    Raises:
        StoreError: the folder cannot be written.
    """
    content = json.dumps(
        {"host": socket.gethostname(), "pid": os.getpid(), "token": secrets.token_hex(8)}
    ).encode()
    told = False
    while not _create(path, content):
        holder = read_lock(path)
        if holder is None:
            continue
        if not told and not _is_gone(holder):
            waiting(_describe(holder))
            told = True
        if _await_change(path, holder, rules) and read_lock(path) == holder:
            path.unlink(missing_ok=True)
    held = Claim(path, content, rules.heartbeat)
    try:
        yield held
    finally:
        held.release()


def read_lock(path: Path) -> bytes | None:
    """What the lock's holder wrote; None when there is no lock."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _create(path: Path, content: bytes) -> bool:
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
        raise store_fault(error, path) from error
    return True


def _await_change(path: Path, holder: bytes, rules: Rules) -> bool:
    """Wait until the lock is released (False) or its holder is dead or silent (True)."""
    seen = _touched(path)
    since = time.monotonic()
    while True:
        if read_lock(path) != holder:
            return False
        if _is_gone(holder):
            return True
        rules.pause(rules.poll)
        touched = _touched(path)
        if touched != seen:
            seen, since = touched, time.monotonic()
        elif time.monotonic() - since >= rules.stale:
            return True


def _touched(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return -1


def _fields(holder: bytes) -> tuple[str, int]:
    """Host and process of a holder; ``("", 0)`` while it is still writing its name."""
    try:
        value = json.loads(holder)
        return str(value["host"]), int(value["pid"])
    except (ValueError, KeyError, TypeError):
        return "", 0


def _is_gone(holder: bytes) -> bool:
    """Whether the holder was a process of this machine that no longer runs."""
    host, pid = _fields(holder)
    if os.name != "posix" or host != socket.gethostname() or pid < 1:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _describe(holder: bytes) -> str:
    host, pid = _fields(holder)
    return f"process {pid} on {host}" if pid else "another process"
