"""The partial file of a download: its size, its faults, its end."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from hippo_exp.errors import StoreError
from hippo_exp.storage.download.progress import human_size

_FULL = (errno.ENOSPC, errno.EDQUOT)


def size_of(path: Path) -> int:
    """Bytes in the file; 0 when there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def check_space(part: Path, needed: int) -> None:
    """Refuse a transfer for which the disk has no room.

    Raises:
        StoreError: fewer than ``needed`` bytes are free.
    """
    free = shutil.disk_usage(part.parent).free
    if free < needed:
        raise _full(part, f"{human_size(needed)} needed, {human_size(free)} free")


def store_fault(error: OSError, part: Path) -> StoreError:
    """The error of a failed write, in the project's terms."""
    if error.errno in _FULL:
        return _full(part, str(error.strerror))
    return StoreError(
        f"cannot write ({error.strerror or error})",
        where=str(part),
        fix="choose another data root (--root DIR or HIPPO_EXP_DATA)",
    )


def publish(part: Path, target: Path) -> None:
    """Give a verified file its name.

    Raises:
        StoreError: the folder cannot be written.
    """
    try:
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(target)
    except OSError as error:
        raise store_fault(error, part) from error


def discard(part: Path) -> None:
    """Remove the partial file, if there is one.

    Raises:
        StoreError: it cannot be removed.
    """
    try:
        part.unlink(missing_ok=True)
    except OSError as error:
        raise store_fault(error, part) from error


def _full(part: Path, detail: str) -> StoreError:
    there = size_of(part)
    kept = f"; the {human_size(there)} that came are kept and continued" if there else ""
    return StoreError(
        f"no space left ({detail})",
        where=str(part),
        fix=f"free space or choose another data root (--root DIR or HIPPO_EXP_DATA){kept}",
    )
