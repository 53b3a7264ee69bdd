"""The cells of a cache, by state."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from hippo_exp.pipeline.cells.keeper import CELLS
from hippo_exp.pipeline.cells.status import STATUS, read_status
from hippo_exp.storage.entries import (
    KeptFile,
    folders,
    is_left_file,
    is_left_lock,
    is_temporary,
    kept_file,
    listing,
)
from hippo_exp.storage.lock_holder import is_held

FILES = (STATUS, "outcome.json", "rankings.npz")
"""Names of a cell's files; the status first, so that it also goes first."""
STATES = ("done", "failed", "interrupted", "running", "damaged")
_PREFIX = re.compile(r"[0-9a-f]{2}")
_CELL = re.compile(r"[0-9a-f]{32}")
_LOCK = re.compile(r"[0-9a-f]{32}\.lock")


@dataclass(frozen=True)
class KeptCell:
    """A cell's folder.

    Attributes:
        folder: named by the identity of the work.
        state: one of ``STATES``; ``interrupted`` was begun and nobody works on it, ``damaged`` has
            a status that cannot be read.
        files: those that are the cell's own.
        temporary: files that were being written.
        foreign: number of other files and folders in it.
    """

    folder: Path
    state: str
    files: tuple[KeptFile, ...]
    temporary: tuple[KeptFile, ...]
    foreign: int

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(file.size for file in (*self.files, *self.temporary))

    @property
    def used(self) -> int:
        """When it was last written, in ns since the epoch; 0 for a folder without files."""
        return max((file.used for file in (*self.files, *self.temporary)), default=0)


@dataclass
class CellSurvey:
    """What there is; attributes as those of ``storage.entries.Survey``."""

    cells: list[KeptCell] = field(default_factory=list)
    left: list[KeptFile] = field(default_factory=list)
    foreign: int = 0


def survey_cells(root: Path) -> CellSurvey:
    """The cells below a cache's root, by identity; links are not followed.

    Raises:
        StoreError: a folder cannot be read.
    """
    found = CellSurvey()
    for top in folders(root):
        if top.name == CELLS:
            for item in listing(Path(top.path)):
                if item.is_dir(follow_symlinks=False) and _PREFIX.fullmatch(item.name):
                    _look_into(Path(item.path), found)
                else:
                    found.foreign += 1
    return found


def cell_of(folder: Path, *, held: bool) -> KeptCell:
    """A cell as its folder is now.

    Args:
        folder: of the cell.
        held: whether somebody works on it.
    """
    files, temporary, foreign = [], [], 0
    for item in listing(folder):
        file = kept_file(item)
        if file is not None and item.name in FILES:
            files.append(file)
        elif file is not None and any(is_temporary(item.name, name) for name in FILES):
            temporary.append(file)
        else:
            foreign += 1
    files.sort(key=lambda file: FILES.index(file.path.name))
    has_status = any(file.path.name == STATUS for file in files)
    state = _state(folder, has_status=has_status, held=held)
    return KeptCell(folder, state, tuple(files), tuple(temporary), foreign)


def lock_of(folder: Path) -> Path:
    """The lock under which a cell is worked on."""
    return folder.with_suffix(".lock")


def _look_into(folder: Path, found: CellSurvey) -> None:
    for item in listing(folder):
        path = Path(item.path)
        if item.is_dir(follow_symlinks=False) and _CELL.fullmatch(item.name):
            lock = lock_of(path)
            cell = cell_of(path, held=is_held(lock))
            locks = [lock] if cell.temporary and lock.exists() else []
            found.cells.append(cell)
            found.left += [file for file in cell.temporary if is_left_file(file, locks)]
            found.foreign += cell.foreign
            continue
        file = kept_file(item)
        if file is None or not _LOCK.fullmatch(item.name):
            found.foreign += 1
        elif is_left_lock(path):
            found.left.append(file)


def _state(folder: Path, *, has_status: bool, held: bool) -> str:
    status = read_status(folder) if has_status else None
    if status is None and has_status:
        return "damaged"
    if status is None or status.state == "running":
        return "running" if held else "interrupted"
    return status.state
