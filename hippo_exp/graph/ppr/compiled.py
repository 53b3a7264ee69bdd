"""The one place that knows whether compiled kernels can be had."""

from __future__ import annotations

import importlib.util
from types import ModuleType

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
