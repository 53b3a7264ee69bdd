"""Peak memory, measured in a fresh process for each method."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from hippo_exp.reporting import Stopwatch

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

EXPLANATION = (
    "peak_mb is the growth of the resident set (VmHWM, MiB) of a fresh process, from before the "
    "preparation until after one run, libraries loaded and compiled beforehand"
)


def in_child(
    function: Callable[_Arguments, _Result],
    *args: _Arguments.args,
    **kwargs: _Arguments.kwargs,
) -> _Result:
    """Call a module-level function in a fresh process and return what it returns."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def peak_growth_mb(work: Callable[[], object]) -> float | None:
    """MiB by which the resident set grows at its peak during a call; None where it is not known."""
    before, during = _peaks(work)
    return None if before is None or during is None else during - before


def peak_mb(work: Callable[[], object]) -> float | None:
    """MiB of the resident set at its peak during a call, everything that was there included."""
    return _peaks(work)[1]


def _peaks(work: Callable[[], object]) -> tuple[float | None, float | None]:
    """Resident MiB before a call and at its peak.

    Memory that was freed before is given back first, where the C library can.
    """
    gc.collect()
    _trim()
    watch = Stopwatch()
    with watch.stage("before"):
        pass
    with watch.stage("work"):
        work()
    before, during = (item.peak_mb if item.scope == "stage" else None for item in watch.records)
    return before, during


def _trim() -> None:
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
