"""Applying a function to many items at once, results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Protocol, TypeVar

from hippo_exp.errors import ConfigError

T = TypeVar("T")
R = TypeVar("R")


class OrderedMap(Protocol):
    """Anything that applies a function to items and yields the results in the items' order."""

    def __call__(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """The results, in order; the first exception ends them."""
        ...


class ThreadedMap:
    """An ordered map on threads.

    At most ``2 * workers`` items are begun ahead of the result that is taken next, so that a
    caller that stops (or an exception) leaves few calls that nobody wants; these are waited for.

    Args:
        workers: threads; 1 applies the function in the caller's own.
    """

    def __init__(self, workers: int = 1) -> None:
        if workers < 1:
            what = f"{workers} workers do nothing"
            raise ConfigError(what, where="concurrency", fix="use at least 1")
        self.workers = workers

    def __call__(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """The results, in order; close the iterator to cancel what has not begun."""
        if self.workers == 1:
            yield from map(function, items)
            return
        waiting = iter(items)
        pending: deque[Future[R]] = deque()
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                for item in islice(waiting, 2 * self.workers):
                    pending.append(pool.submit(function, item))
                while pending:
                    yield pending.popleft().result()
                    for item in islice(waiting, 1):
                        pending.append(pool.submit(function, item))
            finally:
                for future in pending:
                    future.cancel()


def first_alone(
    function: Callable[[T], R], items: Sequence[T], each: OrderedMap
) -> Generator[R, None, None]:
    """Results in order; the first item is finished before any other begins."""
    yield from map(function, items[:1])
    yield from each(function, items[1:])
