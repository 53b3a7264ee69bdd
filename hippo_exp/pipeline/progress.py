"""Progress: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tqdm import tqdm

Item = TypeVar("Item")
_EVERY = 30.0
"""Seconds between two plain lines of one stage."""


def say(line: str) -> None:
    """One line of progress on standard error."""
    print(line, file=sys.stderr, flush=True)


@dataclass
class Progress:
    """How far a stage is; silent until :meth:`start`, which the first real work calls.

    Attributes:
        what: name of the stage.
        total: number of its units.
        unit: what a unit is, in the plural.
    """

    what: str
    total: int
    unit: str
    _done: int = 0
    _last: float = 0.0
    _started: bool = False
    _bar: tqdm[Any] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Show the stage; a second call does nothing."""
        if self._started:
            return
        self._started, self._last = True, time.monotonic()
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(
                total=self.total, initial=self._done, desc=self.what, unit=self.unit, leave=False
            )
        else:
            say(f"{self.what} ({self.total:,} {self.unit})")

    def advance(self, n: int) -> None:
        """Count ``n`` more units."""
        self._done += n
        if self._bar is not None:
            self._bar.update(n)
        elif self._started and time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            say(f"{self.what}: {self._done:,} of {self.total:,} {self.unit}")

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()


def track(items: Iterable[Item], *, total: int, what: str, unit: str) -> Iterator[Item]:
    """Pass ``items`` through, showing how far they are.

    Args:
        items: what is iterated.
        total: their number.
        what: name of the stage.
        unit: what the items are, in the plural.
    """
    with Progress(what, total, unit) as progress:
        progress.start()
        for item in items:
            yield item
            progress.advance(1)
