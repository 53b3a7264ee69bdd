"""Deleting what was chosen, and nothing that is in use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.cache.cells import KeptCell, cell_of, lock_of
from hippo_exp.pipeline.cache.choice import Choice
from hippo_exp.storage import ShortPatience, claim
from hippo_exp.storage.entries import Removed, remove


class _BusyError(HippoExpError):
    """A cell that another process works on."""


def carry_out(choice: Choice) -> Removed:
    """Delete what was chosen, less the cells that somebody works on by now.

    Raises:
        StoreError: a file cannot be deleted.
    """
    removed = remove([*choice.left, *choice.entries, *choice.replies])
    for cell in choice.cells:
        removed += remove_cell(cell, lambda now: now.state in choice.states)
    return removed


def remove_cell(cell: KeptCell, still: Callable[[KeptCell], bool]) -> Removed:
    """Delete a cell's own files under its lock; nothing when somebody works on it.

    Args:
        cell: as it was found.
        still: whether it may go, as it is when the lock is held.

    Raises:
        StoreError: a file cannot be deleted.
    """
    try:
        with claim(lock_of(cell.folder), ShortPatience(), _refuse):
            now = cell_of(cell.folder, held=False)
            if not still(now):
                return Removed()
            removed = remove([*now.files, *now.temporary])
            with suppress(OSError):  # something else is in it
                cell.folder.rmdir()
            return removed
    except _BusyError:
        return Removed()


def _refuse(who: str) -> None:
    raise _BusyError(f"{who} works on it")
