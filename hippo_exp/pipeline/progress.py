"""Progress: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def say(line: str) -> None:
    """One line of progress on standard error."""
    print(line, file=sys.stderr, flush=True)


def track(items: Iterable[Item], *, total: int, what: str, unit: str) -> Iterator[Item]:
    """Pass ``items`` through, showing how far they are.

    Args:
        items: what is iterated.
        total: their number.
        what: name of the stage.
        unit: what an item is.
    """
    if not sys.stderr.isatty():
        say(f"{what} ({total} {unit})")
        yield from items
        return
    from tqdm import tqdm

    yield from tqdm(items, total=total, desc=what, unit=unit, leave=False)
