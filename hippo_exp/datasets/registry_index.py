"""The file list of a release other than the pinned one, with its own git blob ids."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hippo_exp.datasets.faults import Faults
from hippo_exp.datasets.registry import RegisteredDataset, ReleaseFile
from hippo_exp.errors import DataError

_BLOB = re.compile(r"[0-9a-f]{40}")


def read_index(path: Path) -> dict[str, str]:
    """Read a tab-separated list with the columns ``path`` and ``git_blob_sha1``.

    Args:
        path: the list; it may have further columns.

    Returns:
        path in the release -> git blob id.

    Raises:
        DataError: unreadable, without these columns, or malformed rows (counted in one error).
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"cannot be read ({error})", where=str(path), fix="check --index"
        ) from error
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    if not {"path", "git_blob_sha1"} <= set(rows.fieldnames or ()):
        raise DataError(
            "the list has no columns path and git_blob_sha1",
            where=str(path),
            fix="separate the columns path and git_blob_sha1 by a tab, with a header",
        )
    faults = Faults(path, "mend these rows")
    entries = {}
    for number, row in enumerate(rows, start=2):
        blob = row["git_blob_sha1"] or ""
        if not row["path"] or not _BLOB.fullmatch(blob):
            faults.add(f"line {number}", "is not path, tab, 40 hexadecimal digits")
        entries[row["path"]] = blob
    faults.check()
    return entries


def apply_index(
    datasets: Sequence[RegisteredDataset], index: Mapping[str, str]
) -> tuple[RegisteredDataset, ...]:
    """The data sets as a release with this index has them.

    A file takes its id from the entry of its path in the release, or, where the release
    lacks it, of its path below the data root. Files without an entry are not part of that release.
    """
    found = []
    for dataset in datasets:
        files = (_indexed(file, index) for file in dataset.files)
        found.append(replace(dataset, files=tuple(file for file in files if file is not None)))
    return tuple(dataset for dataset in found if dataset.files)


def _indexed(file: ReleaseFile, index: Mapping[str, str]) -> ReleaseFile | None:
    for place in (file.upstream, file.path):
        if place is not None and place in index:
            return replace(file, upstream=place, git_blob_sha1=index[place])
    return None
