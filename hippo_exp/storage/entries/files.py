"""Files of a cache as they are found: never through a link."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import StoreError


@dataclass(frozen=True)
class KeptFile:
    """A regular file of a cache.

    Attributes:
        path: where it is; its folder's name is the stage of an entry.
        size: bytes.
        used: time of its last use or change, in ns since the epoch.
    """

    path: Path
    size: int
    used: int


def listing(folder: Path) -> list[os.DirEntry[str]]:
    """What is in a folder, by name; nothing where there is none.

    Raises:
        StoreError: the folder cannot be read.
    """
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda item: item.name)
    except FileNotFoundError:
        return []
    except OSError as error:
        what = f"cannot be read ({error.strerror or error})"
        raise StoreError(what, where=str(folder), fix="check its permissions") from error


def folders(folder: Path) -> list[os.DirEntry[str]]:
    """The folders in a folder, links to folders not among them."""
    return [item for item in listing(folder) if item.is_dir(follow_symlinks=False)]


def kept_file(item: os.DirEntry[str]) -> KeptFile | None:
    """The regular file of a listing; None for anything else, and for one that has just gone."""
    try:
        if not item.is_file(follow_symlinks=False):
            return None
        found = item.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
    return KeptFile(Path(item.path), found.st_size, found.st_mtime_ns)
