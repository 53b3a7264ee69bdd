"""The one place that knows whether compiled kernels can be had, and how indices reach them."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


def row_starts(starts: NDArray[Any]) -> NDArray[Any]:
    """Row starts that kernels need not test for being negative; beyond 32 bits as they are."""
    if starts[-1] >= 2**32:
        return starts.astype(np.int64, copy=False)
    return starts.view(np.uint32) if starts.dtype.itemsize == 4 else starts.astype(np.uint32)


def unsigned(indices: NDArray[Any]) -> NDArray[Any]:
    """The same memory read as unsigned integers; indices were checked not to be negative."""
    return indices.view(np.uint32 if indices.dtype.itemsize == 4 else np.uint64)
