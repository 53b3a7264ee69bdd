"""The files that a data set needs: are they there, and are they those of the release?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import DataError
from hippo_exp.storage import git_blob_id


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set.

    Attributes:
        path: relative to the data root or to the data set's folder, with ``/``.
        source: where to take it from: repository, branch, commit and path there.
        git_blob_sha1: git object id of the released file; None where it is not known.
        licence: under which terms.
    """

    path: str
    source: str
    git_blob_sha1: str | None
    licence: str


def missing_files(root: Path, files: Sequence[DataFile]) -> list[DataError]:
    """One error for each file that is absent or unreadable; missing data is never an empty set.

    Args:
        root: the folder that the files' paths start from (the data root, or one data set's).
        files: what is needed.
    """
    errors = []
    for file in files:
        fault = _fault(root, root / file.path)
        if fault:
            errors.append(DataError(fault, where=str(root / file.path), fix=_remedy(file)))
    return errors


def altered_files(root: Path, files: Sequence[DataFile]) -> list[DataError]:
    """One error for each file that is there but is not the released one (by its git blob id).

    Files without a known id, and files that :func:`missing_files` reports, are passed over.
    """
    errors = []
    for file in files:
        path = root / file.path
        if file.git_blob_sha1 is None or _fault(root, path):
            continue
        found = git_blob_id(path)
        if found != file.git_blob_sha1:
            errors.append(
                DataError(
                    f"altered data file, git blob {found}", where=str(path), fix=_remedy(file)
                )
            )
    return errors


def _fault(root: Path, path: Path) -> str:
    """What keeps ``path`` from being read; empty when nothing does."""
    try:
        with path.open("rb") as stream:
            stream.read(1)
    except FileNotFoundError:
        return "missing data file" + (
            "" if root.is_dir() else " (its folder does not exist either)"
        )
    except OSError as error:
        return f"unreadable data file ({error.strerror})"
    return ""


def _remedy(file: DataFile) -> str:
    check = f", git blob {file.git_blob_sha1}" if file.git_blob_sha1 else ""
    return (
        f"take it from {file.source} ({file.licence}{check}) and put it at this path; data.root or "
        "HIPPO_EXP_DATA sets the folder above it"
    )
