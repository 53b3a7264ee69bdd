"""One attempt at a cell: whatever ends it, its status says so."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType

from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.cells.status import STATUS, Status, one_line, write_status


class CellFailedError(HippoExpError):
    """The work on a cell raised what is no fault of the user's: a defect, or a full memory."""


class Attempt:
    """Writes ``running`` at the start and ``failed`` when the body raises.

    An error that is not the project's own is raised as :class:`CellFailedError`, so that the other
    cells go on; its traceback is in the status file. An interrupt passes, and leaves ``running``.

    Args:
        folder: of the cell.
        status: of the cell when it begins.
    """

    def __init__(self, folder: Path, status: Status) -> None:
        self._folder = folder
        self.status = status
        self._since = time.monotonic()

    @property
    def seconds(self) -> float:
        """Wall time since the start."""
        return time.monotonic() - self._since

    def __enter__(self) -> Attempt:
        write_status(self._folder, self.status)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not isinstance(error, Exception):
            return
        write_status(self._folder, self.status.failed(error, self.seconds))
        if not isinstance(error, HippoExpError):
            fix = "its traceback is there; run the command again to try once more"
            raise CellFailedError(one_line(error), where=place_of(self._folder), fix=fix) from error


def place_of(folder: Path) -> str:
    """Where a cell's status is, without the place of the cache."""
    return f"cache, {folder.parent.parent.name}/{folder.parent.name}/{folder.name}/{STATUS}"
