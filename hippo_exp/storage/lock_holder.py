"""Who holds a lock, and whether that process is still there."""

from __future__ import annotations

import json
import os
import socket
import time
from pathlib import Path


def read_lock(path: Path) -> bytes | None:
    """What the lock's holder wrote; None when there is no lock."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def is_held(path: Path, silence: float = 3600.0) -> bool:
    """Whether there is a lock whose holder may be alive.

    Not so when the holder was a process of this machine that is gone, or when the lock was not
    touched for ``silence`` seconds by this machine's clock (an hour: clocks differ by less).
    """
    holder, touched = read_lock(path), touched_at(path)
    if holder is None or touched < 0:
        return False
    return not is_gone(holder) and time.time() - touched / 1e9 < silence


def touched_at(path: Path) -> int:
    """When a lock was touched last, in ns; -1 where there is none."""
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


def is_gone(holder: bytes) -> bool:
    """Whether the holder was a process of this machine that no longer runs."""
    host, pid = _fields(holder)
    return host == socket.gethostname() and process_is_gone(pid)


def process_is_gone(pid: int) -> bool:
    """Whether no process of this machine has the number; False where that cannot be told."""
    if os.name != "posix" or pid < 1:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def describe(holder: bytes) -> str:
    """The holder in words."""
    host, pid = _fields(holder)
    return f"process {pid} on {host}" if pid else "another process"
