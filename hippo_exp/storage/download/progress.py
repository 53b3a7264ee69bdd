"""Progress of downloads: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Never, Protocol, TextIO

if TYPE_CHECKING:
    from tqdm import tqdm

LINE_EVERY = 10.0
"""Seconds between two lines about one file."""


class Meter(Protocol):
    """Shows how far a file is."""

    def start(self, label: str, done: int, total: int | None) -> None:
        """A transfer begins with ``done`` of ``total`` bytes already there."""

    def advance(self, size: int) -> None:
        """``size`` more bytes are there."""

    def stop(self) -> None:
        """The transfer has ended, well or not."""


class BarMeter:
    """A bar by tqdm, for terminals."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: tqdm[Never] | None = None

    def start(self, label: str, done: int, total: int | None) -> None:
        """Draw the bar."""
        from tqdm import tqdm

        self._bar = tqdm(
            desc=label,
            initial=done,
            total=total,
            unit="B",
            unit_scale=True,
            leave=False,
            file=self._stream,
        )

    def advance(self, size: int) -> None:
        """Move the bar."""
        if self._bar is not None:
            self._bar.update(size)

    def stop(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class LineMeter:
    """A line every ten seconds, for logs.

    Args:
        stream: takes the lines.
        clock: seconds, for tests.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._label, self._done, self._total = "", 0, 0
        self._last = clock()

    def start(self, label: str, done: int, total: int | None) -> None:
        """Note where the transfer begins."""
        self._label, self._done, self._total = label, done, total or 0
        self._last = self._clock()

    def advance(self, size: int) -> None:
        """Print a line when the last one is old enough."""
        self._done += size
        now = self._clock()
        if now - self._last >= LINE_EVERY:
            self._last = now
            of = f" of {human_size(self._total)}" if self._total else ""
            print(f"{self._label}: {human_size(self._done)}{of}", file=self._stream, flush=True)

    def stop(self) -> None:
        """Nothing to remove."""


def choose_meter(stream: TextIO | None = None) -> Meter:
    """A bar where ``stream`` (standard error by default) is a terminal, lines elsewhere."""
    target = stream if stream is not None else sys.stderr
    return BarMeter(target) if target.isatty() else LineMeter(target)


def human_size(size: int) -> str:
    """``812 B``, ``58 kB``, ``3.1 MB`` (powers of 1,000)."""
    if size < 1_000:
        return f"{size} B"
    if size < 1_000_000:
        return f"{size / 1_000:.0f} kB"
    return f"{size / 1_000_000:.1f} MB"
