"""Signs of life of a lock's holder while it works on something long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hippo_exp.errors import StoreError
from hippo_exp.storage.lock import Claim


@contextmanager
def beating(held: Claim, every: float = 0.5) -> Iterator[None]:
    """Touch a held lock from a thread of its own until the body ends.

    A holder that has lost its lock all the same (its machine slept) goes on: what it writes is
    whole and the same as what the other one writes.

    Args:
        held: see ``claim``.
        every: seconds between two looks.
    """
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(every):
            try:
                held.beat()
            except (StoreError, OSError):
                return

    thread = threading.Thread(target=beat, daemon=True, name="heartbeat")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
