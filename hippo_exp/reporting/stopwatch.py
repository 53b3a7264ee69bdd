"""Wall time and peak memory of each stage."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


@dataclass(frozen=True, slots=True)
class StageRecord:
    """One timed stage.

    Attributes:
        stage: its name; a stage inside another is ``outer/inner``.
        seconds: wall time.
        peak_mb: peak resident memory of the process during the stage, in MiB; 0 where the
            platform does not tell.
        scope: ``stage`` when the peak was reset at its start (Linux), ``process`` when it is
            the peak since the process started.
    """

    stage: str
    seconds: float
    peak_mb: float
    scope: str


@dataclass
class Stopwatch:
    """Records stages in the order in which they end.

    ``with watch.stage("graph"): ...``; stages may nest, and one that raises is recorded too.

    Attributes:
        records: the stages that have ended.
        memory: whether peaks are read, which takes longer than the shortest stages.
    """

    records: list[StageRecord] = field(default_factory=list)
    memory: bool = True
    _open: list[tuple[str, list[float]]] = field(default_factory=list, repr=False)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the body of the ``with``."""
        self._note_peak()
        scope = "stage" if self.memory and _reset_peak() else "process"
        full = "/".join([*(outer for outer, _ in self._open), name])
        self._open.append((name, [0.0]))
        start = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - start
            self._note_peak()
            _, (peak,) = self._open.pop()
            self.records.append(StageRecord(full, seconds, peak, scope))

    def _note_peak(self) -> None:
        """Raise the peak of every open stage to the present one."""
        now = _peak_mb() if self.memory else 0.0
        for _, peak in self._open:
            peak[0] = max(peak[0], now)


def _reset_peak() -> bool:
    """Let the kernel forget the peak; False where it cannot."""
    try:
        _CLEAR.write_text("5", encoding="utf-8")
    except OSError:
        return False
    return True


def _peak_mb() -> float:
    """Peak resident memory in MiB since the last reset, or since the process started."""
    if _STATUS.is_file():
        for line in _STATUS.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    if sys.platform == "win32":
        return 0.0
    import resource

    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
