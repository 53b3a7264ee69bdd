"""Are the files of a data set there, and are they those of the release?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hippo_exp.datasets.registry import RegisteredDataset, ReleaseFile
from hippo_exp.storage import git_blob_id

State = Literal["ok", "present", "altered", "unreadable", "missing", "absent"]
"""``present``: there, no published id to compare with; ``absent``: not there, and not in the
release either, so that it cannot be missed."""


@dataclass(frozen=True, slots=True)
class FileState:
    """What became of one file.

    Attributes:
        file: the file.
        state: see :data:`State`.
        found: git blob id of what is there, empty where nothing was compared.
        is_other: the path below the data root of the registered file that it really is, for a file
            that took another's place; otherwise empty.
    """

    file: ReleaseFile
    state: State
    found: str = ""
    is_other: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether nothing has to be done about it."""
        return self.state in ("ok", "present", "absent")


def check_file(root: Path, file: ReleaseFile, datasets: Sequence[RegisteredDataset]) -> FileState:
    """Compare one file with the release, by its git blob id.

    Args:
        root: the data root.
        file: the file.
        datasets: all registered data sets, among whose files a misplaced one is looked up.
    """
    path = root / file.path
    if not path.exists():
        return FileState(file, "missing" if file.upstream else "absent")
    try:
        found = git_blob_id(path)
    except OSError:
        return FileState(file, "unreadable")
    if file.git_blob_sha1 is None:
        return FileState(file, "present", found)
    if found == file.git_blob_sha1:
        return FileState(file, "ok", found)
    return FileState(file, "altered", found, _owner(found, datasets))


def _owner(blob_id: str, datasets: Sequence[RegisteredDataset]) -> str:
    """Path of the registered file with this id; empty when there is none."""
    files = (file for dataset in datasets for file in dataset.files)
    return next((file.path for file in files if file.git_blob_sha1 == blob_id), "")
