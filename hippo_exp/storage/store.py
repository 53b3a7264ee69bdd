"""The content-addressed store of stage outputs.

A stage's key is the digest of its name, version, plain parameters and input digests, so a changed
parameter is a different entry and an old version is never read by accident.
"""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hippo_exp.storage.atomic import write_atomic
from hippo_exp.storage.digest import digest_json

_UNREADABLE = (
    *(OSError, EOFError, ValueError, KeyError, RuntimeError),  # NotImplementedError among them
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
"""What reading a damaged archive raises."""

Arrays = Mapping[str, NDArray[np.generic]]
"""What a stage leaves: named arrays without object dtype (nothing is pickled)."""


@dataclass
class Store:
    """Stage outputs as ``.npz`` files under ``root/STAGE/KEY.npz``.

    Attributes:
        root: the folder; None keeps nothing on disk.
        hits: stage name -> number of entries read.
        misses: stage name -> number of entries computed.
    """

    root: Path | None
    hits: dict[str, int] = field(default_factory=dict)
    misses: dict[str, int] = field(default_factory=dict)

    def arrays(
        self,
        stage: str,
        version: int,
        key: Mapping[str, object],
        compute: Callable[[], Arrays],
    ) -> Arrays:
        """The arrays of a stage: read when an entry exists, otherwise computed and kept.

        Args:
            stage: name of the stage.
            version: raised whenever the stage's code would give other arrays.
            key: plain parameters and input digests; everything the arrays depend on.
            compute: makes the arrays; must not depend on anything outside ``key``.

        Raises:
            StoreError: the entry cannot be written.
        """
        path = self._path(stage, version, key)
        found = _read(path) if path is not None else None
        if found is not None:
            self.hits[stage] = self.hits.get(stage, 0) + 1
            return found
        self.misses[stage] = self.misses.get(stage, 0) + 1
        arrays = dict(compute())
        if path is not None:
            buffer = io.BytesIO()
            np.savez(buffer, allow_pickle=False, **arrays)
            write_atomic(path, buffer.getvalue())
        return arrays

    def _path(self, stage: str, version: int, key: Mapping[str, object]) -> Path | None:
        if self.root is None:
            return None
        name = digest_json({"stage": stage, "version": version, "key": key})
        return self.root / stage / f"{name}.npz"


def _read(path: Path) -> Arrays | None:
    """An entry's arrays; None when absent, and with a warning when unreadable."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as entry:
            return {name: entry[name] for name in entry.files}
    except _UNREADABLE as error:
        warnings.warn(f"unreadable stage entry {path} is recomputed ({error})", stacklevel=3)
        return None
