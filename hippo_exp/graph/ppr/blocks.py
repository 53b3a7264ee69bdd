"""How many queries are solved together, and the worker threads that solve the blocks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

ROW_BYTES = 256
"""Scores of one node in a compiled block: four cache lines, fetched by one jump in memory."""

ROW_BYTES_SCIPY = 128
"""The same for scipy's products, which slow down beyond it."""

BLOCK_BYTES = 1 << 29
"""Most memory that the scores of one block take."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def block_width(solver: str, n_nodes: int, itemsize: int, n_queries: int) -> int:
    """Queries in a block, from the size of a cache line and of the graph, not of the machine.

    It does not depend on the number of threads, so neither do the results.
    """
    if solver == "push":
        return 1
    row = ROW_BYTES if solver == "gauss_seidel" else ROW_BYTES_SCIPY
    width = min(row, BLOCK_BYTES // n_nodes) // itemsize
    return max(1, min(width, n_queries))


def in_order(
    work: Callable[[_Item], _Result], items: Sequence[_Item], threads: int
) -> Iterator[_Result]:
    """``map`` over worker threads, with at most one finished result per thread waiting."""
    if threads == 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(threads) as pool:
        pending: deque[Future[_Result]] = deque()
        for item in items:
            if len(pending) > threads:
                yield pending.popleft().result()
            pending.append(pool.submit(work, item))
        while pending:
            yield pending.popleft().result()
