"""Temporary files and locks that nobody needs any more: their process was killed."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

from hippo_exp.storage.entries.files import KeptFile
from hippo_exp.storage.lock_holder import is_held

_ALONE = 3600.0
"""Seconds after which a temporary file without a lock counts as left."""
_RANDOM = re.compile(r"\.[a-z0-9_]{8}")


def is_temporary(name: str, of: str) -> bool:
    """Whether a file's name is that of a temporary file of ``write_atomic``.

    Args:
        name: the file's name.
        of: the name that the finished file gets; its first 60 characters stand in ``name``.
    """
    start = f".{of[:60]}"
    return name.startswith(start) and _RANDOM.fullmatch(name[len(start) :]) is not None


def is_left_file(file: KeptFile, locks: Sequence[Path]) -> bool:
    """Whether a temporary file has no writer any more.

    Args:
        file: the temporary file.
        locks: under which it may be written; a writer that has lost its lock has an hour.
    """
    if locks:
        return not any(is_held(lock) for lock in locks)
    return time.time() - file.used / 1e9 > _ALONE


def is_left_lock(path: Path) -> bool:
    """Whether a lock has no holder any more."""
    return path.is_file() and not is_held(path)
