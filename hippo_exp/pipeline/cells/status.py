"""The status file of a cell: running, done or failed, with what one needs to know."""

from __future__ import annotations

import json
import os
import socket
import traceback
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from hippo_exp.errors import HippoExpError
from hippo_exp.storage import read_json, write_atomic

State = Literal["running", "done", "failed"]
STATUS = "status.json"


@dataclass(frozen=True)
class Status:
    """What a status file says.

    Attributes:
        state: ``done`` is written after everything else of the cell.
        row, dataset: whose ranking it is, for people and for estimates of time.
        host, pid: who works or worked on it.
        started: UTC, for people only; nothing compares it.
        seconds: wall time of the work, by a clock that only goes forward; 0 while it runs.
        error: one line; empty unless failed.
        traceback: of a failure.
        files: name -> SHA-256 of what a done cell holds.
    """

    state: State
    row: str
    dataset: str
    host: str = ""
    pid: int = 0
    started: str = ""
    seconds: float = 0.0
    error: str = ""
    traceback: str = ""
    files: dict[str, str] = field(default_factory=dict)

    @classmethod
    def begun(cls, row: str, dataset: str) -> Status:
        """The status of a cell that this process starts to work on."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return cls("running", row, dataset, socket.gethostname(), os.getpid(), now)

    def failed(self, error: BaseException, seconds: float) -> Status:
        """The same cell after a failure."""
        lines = traceback.format_exception(type(error), error, error.__traceback__)
        return replace(
            self,
            state="failed",
            seconds=seconds,
            error=one_line(error),
            traceback="".join(lines),
        )

    def done(self, files: dict[str, str], seconds: float) -> Status:
        """The same cell when its files are written."""
        return replace(self, state="done", seconds=seconds, files=files)


def one_line(error: BaseException) -> str:
    """An error as one line; one that is not the project's own has its kind in front."""
    if isinstance(error, HippoExpError):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())


def write_status(folder: Path, status: Status) -> None:
    """Write a cell's status, whole or not at all, with the name of the folder that it is about.

    Raises:
        StoreError: the folder cannot be written.
    """
    said = {**asdict(status), "cell": folder.name}
    text = json.dumps(said, indent=1, sort_keys=True, ensure_ascii=False)
    write_atomic(folder / STATUS, text.encode("utf-8", "replace"))


def read_status(folder: Path) -> Status | None:
    """A cell's status; None where there is none that can be read, or one of another cell."""
    try:
        found = read_json(folder / STATUS)
    except HippoExpError:
        return None
    if not isinstance(found, dict) or found.get("cell") != folder.name:
        return None
    return _status(found)


def _status(found: dict[str, Any]) -> Status | None:
    files, seconds = found.get("files"), found.get("seconds")
    sound = (
        found.get("state") in get_args(State)
        and isinstance(files, dict)
        and isinstance(seconds, int | float)
    )
    if not sound:
        return None
    texts = {
        name: str(found.get(name, ""))
        for name in ("row", "dataset", "host", "started", "error", "traceback")
    }
    pid = found.get("pid")
    return Status(
        state=found["state"],
        pid=pid if isinstance(pid, int) else 0,
        seconds=float(seconds or 0.0),
        files={str(name): str(digest) for name, digest in (files or {}).items()},
        **texts,
    )
