"""How kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def compile_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile at the first call, keep the machine code on disk, and release the interpreter lock.

    Only multiply-add contraction is allowed beyond IEEE rules: sums keep their order, so that a
    result does not depend on the processor's vector width.
    """
    from numba import njit

    options: dict[str, Any] = {"nogil": True, "fastmath": {"contract"}}
    try:
        return njit(cache=True, **options)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # no folder to write the cache to: compile in every process
        return njit(**options)(function)  # type: ignore[no-any-return]
