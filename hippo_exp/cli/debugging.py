"""Whether tracebacks are shown."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

DEBUG: Final = "HIPPO_EXP_DEBUG"
"""Environment variable that asks for tracebacks; any value but ``0`` does."""


def debugging() -> bool:
    """Whether tracebacks were asked for."""
    return os.environ.get(DEBUG, "0") not in ("", "0")


@contextmanager
def debug_mode(asked: bool) -> Iterator[None]:
    """Tracebacks for the body where they were asked for, in worker processes too."""
    before = os.environ.get(DEBUG)
    if asked:
        os.environ[DEBUG] = "1"
    try:
        yield
    finally:
        if asked:
            os.environ.pop(DEBUG)
            os.environ.update({} if before is None else {DEBUG: before})
