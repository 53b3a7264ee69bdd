"""Keeping what cells gave, so that no run repeats what an earlier one has done."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hippo_exp.config.schema.root import CellsSettings
from hippo_exp.errors import DataError
from hippo_exp.pipeline.cells.attempt import Attempt, CellFailedError, place_of
from hippo_exp.pipeline.cells.limit import time_limit
from hippo_exp.pipeline.cells.outcome import DAMAGED, FILES, Outcome, outcome_files, outcome_from
from hippo_exp.pipeline.cells.status import Status, read_status, write_status
from hippo_exp.pipeline.progress import say
from hippo_exp.storage import ShortPatience, beating, claim, digest_bytes, write_atomic
from hippo_exp.storage.lock import plain_fault

Mode = Literal["only_missing", "overwrite", "table_only"]
CELLS = "cells"
"""Folder of the cells below the cache's root."""


class NotRunError(DataError):
    """A cell without a done mark, where only finished cells are shown."""


@dataclass
class CellKeeper:
    """The cells below one folder; any number of processes and machines may share it.

    Attributes:
        root: the folder of all cells; None keeps nothing.
        mode: ``only_missing`` works on what has no done mark, ``overwrite`` on everything,
            ``table_only`` on nothing.
        time_limit_s: seconds that the work on one cell may take; None for no limit.
        kept: number of cells that were read.
        worked: number of cells that were worked on.
    """

    root: Path | None
    mode: Mode = "only_missing"
    time_limit_s: float | None = None
    kept: int = 0
    worked: int = 0

    def outcome(self, work_id: str, row: str, dataset: str, work: Callable[[], Outcome]) -> Outcome:
        """What the cell gave: kept from an earlier run, or worked for now.

        Args:
            work_id: the cell's identity (``PlannedRow.work_id``).
            row, dataset: written into its status, for people.
            work: does the work.

        Raises:
            NotRunError: there is no done mark, and ``table_only`` is set.
            CellFailedError: the work raised what is not the project's own error.
            TimeLimitError: the work took too long.
            HippoExpError: as the work raises it.
        """
        if self.root is None:
            return work()
        folder = self.folder(work_id)
        if self.mode == "table_only":
            return self._kept(folder) or self._refuse(folder)
        if self.mode == "only_missing":
            found = self._kept(folder)
            if found is not None:
                return found
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise plain_fault(error, folder.parent) from error

        def waiting(who: str) -> None:
            say(f"{row}: {who} is at work on it; waiting")

        with claim(folder.with_suffix(".lock"), ShortPatience(), waiting) as held, beating(held):
            found = self._kept(folder) if self.mode == "only_missing" else None
            return found or self._work(folder, Status.begun(row, dataset), work)

    def folder(self, work_id: str) -> Path:
        """The folder of a cell."""
        assert self.root is not None
        return self.root / work_id[:2] / work_id

    def is_done(self, work_id: str) -> bool:
        """Whether a cell has its done mark; its files are not looked at."""
        if self.root is None:
            return False
        status = read_status(self.folder(work_id))
        return status is not None and status.state == "done"

    def _work(self, folder: Path, status: Status, work: Callable[[], Outcome]) -> Outcome:
        shutil.rmtree(folder, ignore_errors=True)
        with Attempt(folder, status) as attempt:
            with time_limit(self.time_limit_s):
                outcome = work()
            digests = {}
            for name, data in outcome_files(outcome).items():
                write_atomic(folder / name, data)
                digests[name] = digest_bytes(data)
        self.worked += 1
        if outcome.final:
            write_status(folder, attempt.status.done(digests, attempt.seconds))
        return outcome

    def _kept(self, folder: Path) -> Outcome | None:
        status = read_status(folder)
        if status is None or status.state != "done":
            return None
        try:
            files = {name: (folder / name).read_bytes() for name in FILES}
            if any(digest_bytes(data) != status.files.get(name) for name, data in files.items()):
                raise ValueError("its files are not those that were written")
            outcome = outcome_from(files)
        except (OSError, *DAMAGED) as error:
            warnings.warn(f"unreadable cell {folder} is worked on again ({error})", stacklevel=3)
            return None
        self.kept += 1
        return outcome

    def _refuse(self, folder: Path) -> Outcome:
        status = read_status(folder)
        if status is not None and status.state == "failed":
            raise CellFailedError(status.error or "it failed", where=place_of(folder))
        raise NotRunError(
            "it has not been run", where="cells.mode=table_only", fix="leave cells.mode out"
        )


def keeper_of(settings: CellsSettings, cache: Path) -> CellKeeper:
    """The keeper of the cells below a cache's root."""
    return CellKeeper(cache / CELLS, settings.mode, settings.time_limit_s)
