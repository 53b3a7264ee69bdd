"""The stage outputs below a cache's root."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from hippo_exp.storage.entries.files import KeptFile, kept_file, listing
from hippo_exp.storage.entries.left import is_left_file, is_left_lock

_STAGE = re.compile(r"[a-z][a-z0-9_]*")
_ENTRY = re.compile(r"[0-9a-f]{64}\.npz")
_LOCK = re.compile(r"[0-9a-f]{64}\.lock")
_TEMPORARY = re.compile(r"\.([0-9a-f]{60})\.[a-z0-9_]{8}")


@dataclass
class Survey:
    """What there is.

    Attributes:
        stages: names of the folders that were looked into.
        entries: the stage outputs.
        left: temporary files and locks of processes that are gone.
        foreign: number of files, folders and links that are not the store's.
    """

    stages: list[str] = field(default_factory=list)
    entries: list[KeptFile] = field(default_factory=list)
    left: list[KeptFile] = field(default_factory=list)
    foreign: int = 0


def survey(root: Path, beside: Collection[str] = ()) -> Survey:
    """The entries of ``root/STAGE/KEY.npz`` by stage and key; nothing where there is no root.

    Args:
        root: of a ``Store``.
        beside: names of folders below it that hold other things.

    Raises:
        StoreError: a folder cannot be read.
    """
    found = Survey()
    for item in listing(root):
        if item.name in beside:
            continue
        if item.is_dir(follow_symlinks=False) and _STAGE.fullmatch(item.name):
            found.stages.append(item.name)
            _look_into(Path(item.path), found)
        else:
            found.foreign += 1
    return found


def _look_into(folder: Path, found: Survey) -> None:
    locks: dict[str, list[Path]] = {}
    temporary: list[KeptFile] = []
    for item in listing(folder):
        file = kept_file(item)
        if file is None:
            found.foreign += 1
        elif _ENTRY.fullmatch(item.name):
            found.entries.append(file)
        elif _LOCK.fullmatch(item.name):
            locks.setdefault(item.name[:60], []).append(file.path)
            if is_left_lock(file.path):
                found.left.append(file)
        elif _TEMPORARY.fullmatch(item.name):
            temporary.append(file)
        else:
            found.foreign += 1
    for file in temporary:
        if is_left_file(file, locks.get(file.path.name[1:61], [])):
            found.left.append(file)
