"""Damaged stage outputs and cells, found by reading every byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hippo_exp.pipeline.cache.cell_faults import cell_fault
from hippo_exp.pipeline.cache.cells import KeptCell
from hippo_exp.pipeline.cache.contents import Contents
from hippo_exp.pipeline.cache.deletion import remove_cell
from hippo_exp.pipeline.progress import track
from hippo_exp.storage.entries import KeptFile, Removed, remove
from hippo_exp.storage.npz import npz_fault


@dataclass(frozen=True)
class Damage:
    """A damaged entry or cell, and what is wrong with it."""

    kept: KeptFile | KeptCell
    what: str

    @property
    def where(self) -> str:
        """Its place below the cache's root."""
        if isinstance(self.kept, KeptFile):
            return "/".join(self.kept.path.parts[-2:])
        return "/".join(self.kept.folder.parts[-3:])


def damage_in(contents: Contents) -> Iterator[Damage]:
    """What is damaged: stage outputs with a wrong checksum, header or kind, or under the name of
    another; cells with a status that cannot be read, or with other files than it names.
    """
    everything: list[KeptFile | KeptCell] = [*contents.stages.entries, *contents.cells.cells]
    for kept in track(everything, total=len(everything), what="reading", unit="entries and cells"):
        what = _entry_fault(kept) if isinstance(kept, KeptFile) else cell_fault(kept)
        if what:
            yield Damage(kept, what)


def remove_damaged(damage: Damage) -> Removed:
    """Delete what is damaged, unless it was made anew meanwhile.

    Raises:
        StoreError: a file cannot be deleted.
    """
    kept = damage.kept
    if isinstance(kept, KeptFile):
        return remove([kept]) if _entry_fault(kept) else Removed()
    return remove_cell(kept, lambda now: bool(cell_fault(now)))


def _entry_fault(entry: KeptFile) -> str:
    return npz_fault(entry.path, entry.path.stem)
