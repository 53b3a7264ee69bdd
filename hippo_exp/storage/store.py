"""The content-addressed store of stage outputs.

A stage's key is the digest of its name, version, plain parameters and input digests, so a changed
parameter is a different entry and an old version is never read by accident.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hippo_exp.errors import StoreError
from hippo_exp.storage.atomic import write_atomic
from hippo_exp.storage.digest import digest_json
from hippo_exp.storage.heartbeat import beating
from hippo_exp.storage.lock import ShortPatience, claim
from hippo_exp.storage.npz import DAMAGED, Arrays, npz_bytes, read_npz

_FIX = "free space, or choose another folder (cache.root=DIR)"


class NotKeptError(StoreError):
    """A stage output that would have to be computed, where nothing is computed."""

    def __init__(self, stage: str) -> None:
        self.stage = stage
        fix = "run it without dry_run=true"
        super().__init__("its output is not in the cache", where=f"stage {stage}", fix=fix)


def _silent(line: str) -> None:
    """Says nothing."""


@dataclass
class Store:
    """Stage outputs as ``.npz`` files under ``root/STAGE/KEY.npz``.

    Threads, processes and machines may share a root: of those that need one missing entry, the
    first computes it and the others wait for it. An entry's file time is that of its last use.

    Attributes:
        root: the folder; None keeps nothing on disk.
        hits: stage name -> number of entries read.
        misses: stage name -> number of entries that were not there.
        waiting: is told in one line, when another process computes what is needed here.
    """

    root: Path | None
    hits: dict[str, int] = field(default_factory=dict)
    misses: dict[str, int] = field(default_factory=dict)
    waiting: Callable[[str], None] = _silent

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
            StoreError: the entry is missing and cannot be written; nothing is computed then.
        """
        path = self.path(stage, version, key)
        if path is None:
            self._count(self.misses, stage)
            return dict(compute())
        found = self._kept(stage, path)
        return found if found is not None else self._made(stage, path, compute)

    def has(self, stage: str, version: int, key: Mapping[str, object]) -> bool:
        """Whether there is an entry; its contents are not looked at."""
        path = self.path(stage, version, key)
        return path is not None and path.is_file()

    def path(self, stage: str, version: int, key: Mapping[str, object]) -> Path | None:
        """The file of an entry, whether or not it is there; None where nothing is kept."""
        if self.root is None:
            return None
        name = digest_json({"stage": stage, "version": version, "key": key})
        return self.root / stage / f"{name}.npz"

    def _kept(self, stage: str, path: Path, *, warn: bool = False) -> Arrays | None:
        """The entry's arrays, marked as used; None when it is absent or damaged."""
        try:
            found = read_npz(path, path.stem)
        except FileNotFoundError:
            return None
        except (OSError, *DAMAGED) as error:
            if warn:
                what = f"unreadable stage entry {path} is recomputed ({error})"
                warnings.warn(what, stacklevel=4)
            return None
        with suppress(OSError):  # a cache that may only be read
            os.utime(path)
        self._count(self.hits, stage)
        return found

    def _made(self, stage: str, path: Path, compute: Callable[[], Arrays]) -> Arrays:
        """The arrays, computed by this process or by the one that it waits for."""

        def waiting(who: str) -> None:
            self.waiting(f"stage {stage}: {who} computes it; waiting")

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(error, path.parent) from error
        with claim(path.with_suffix(".lock"), ShortPatience(), waiting, _unwritable) as held:
            found = self._kept(stage, path, warn=True)
            if found is not None:
                return found
            self._count(self.misses, stage)
            with beating(held):
                arrays = dict(compute())
                write_atomic(path, npz_bytes(arrays, path.stem))
        return arrays

    def _count(self, counts: dict[str, int], stage: str) -> None:
        counts[stage] = counts.get(stage, 0) + 1


class ProbeStore(Store):
    """Gives what is kept and computes nothing, for a plan that says what a run would compute."""

    def arrays(
        self,
        stage: str,
        version: int,
        key: Mapping[str, object],
        compute: Callable[[], Arrays],
    ) -> Arrays:
        """The arrays of a stage, whose entry does not count as used.

        Raises:
            NotKeptError: there is no entry, or none that can be read.
        """
        path = self.path(stage, version, key)
        found = None
        if path is not None:
            with suppress(OSError, *DAMAGED):
                found = read_npz(path, path.stem)
        if found is None:
            self._count(self.misses, stage)
            raise NotKeptError(stage)
        self._count(self.hits, stage)
        return found


def _unwritable(error: OSError, path: Path) -> StoreError:
    return StoreError(f"cannot write ({error.strerror or error})", where=str(path), fix=_FIX)
