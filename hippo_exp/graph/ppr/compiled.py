"""The one place that knows whether compiled kernels can be had."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from types import ModuleType
from typing import Any

from hippo_exp.errors import MissingExtraError


def numba_available() -> bool:
    """Whether numba can be imported; it is not imported to find out."""
    return importlib.util.find_spec("numba") is not None


def load_kernels() -> ModuleType:
    """The module of compiled kernels.

    Raises:
        MissingExtraError: numba is not installed.
    """
    if not numba_available():
        raise MissingExtraError("numba", "fast")
    from hippo_exp.graph.ppr import kernels

    return kernels


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
