"""How much is kept: the entries that were not used for the longest time go first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import StoreError
from hippo_exp.storage.entries.files import KeptFile
from hippo_exp.storage.entries.survey import survey

GB = 10**9
"""Bytes of a gigabyte."""


@dataclass(frozen=True)
class Removed:
    """How many files went, and how many bytes they had."""

    files: int = 0
    size: int = 0

    def __add__(self, other: Removed) -> Removed:
        return Removed(self.files + other.files, self.size + other.size)


def over_cap(entries: Iterable[KeptFile], max_gb: float) -> list[KeptFile]:
    """The least recently used entries, as many as are needed for the rest to fit.

    Args:
        entries: all that count; of two used at the same time the first by path goes first.
        max_gb: gigabytes (10^9 bytes) that the rest may have.
    """
    by_use = sorted(entries, key=lambda entry: (entry.used, entry.path))
    total, chosen = sum(entry.size for entry in by_use), []
    for entry in by_use:
        if total <= round(max_gb * GB):
            break
        chosen.append(entry)
        total -= entry.size
    return chosen


def remove(files: Iterable[KeptFile]) -> Removed:
    """Delete files; one that has gone meanwhile does not count.

    Raises:
        StoreError: a file cannot be deleted.
    """
    removed = Removed()
    for file in files:
        try:
            file.path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            what = f"cannot be deleted ({error.strerror or error})"
            fix = "check the permissions of its folder"
            raise StoreError(what, where=str(file.path), fix=fix) from error
        removed += Removed(1, file.size)
    return removed


def keep_below(root: Path, max_gb: float) -> Removed:
    """Delete least recently used stage entries until all have at most ``max_gb`` 10^9 bytes.

    What killed processes left goes too; cells, replies and what is not the store's stay.

    Raises:
        StoreError: a folder cannot be read, or an entry cannot be deleted.
    """
    found = survey(root)
    return remove([*found.left, *over_cap(found.entries, max_gb)])
