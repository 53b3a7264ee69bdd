"""Methods timed in turn, so that whatever else the machine does meets all of them alike."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

BURST_SECONDS = 0.1
"""A run of a fast method takes about this long: it repeats the work and divides."""

_MOST_REPEATS = 50
_FEW_RUNS = 5
_LONG_SECONDS = 5.0
_VERY_LONG_SECONDS = 20.0


@dataclass(frozen=True)
class Trial:
    """A method ready to run.

    Attributes:
        work: one piece of work; the argument counts the calls.
        items: queries that one call answers; times are per query.
        repeats: calls in one run.
        runs: counted runs.
    """

    work: Callable[[int], object]
    items: int = 1
    repeats: int = 1
    runs: int = 7


def plan_trial(
    work: Callable[[int], object], seconds: float, *, runs: int, items: int = 1
) -> Trial:
    """A trial whose repeats and runs follow from how long one call takes.

    Calls of more than 5 seconds run at most 7 times, of more than 20 seconds at most 3 times.
    Trials with fewer than 5 runs repeat less.
    """
    if seconds > _VERY_LONG_SECONDS:
        runs = min(runs, 3)
    elif seconds > _LONG_SECONDS:
        runs = min(runs, 7)
    burst = BURST_SECONDS if runs >= _FEW_RUNS or seconds > BURST_SECONDS else BURST_SECONDS / 10
    repeats = min(_MOST_REPEATS, max(1, math.ceil(burst / max(seconds, 1e-9))))
    return Trial(work, items, repeats, runs)


def run_in_turn(trials: Mapping[str, Trial]) -> dict[str, list[float]]:
    """Milliseconds per query of every counted run, method -> (runs,).

    Round after round each method runs once; those with fewer runs sit out some rounds, evenly. Each
    round begins with another method. Every method must have run before, uncounted. Garbage is
    collected before each run and not during it.
    """
    names = list(trials)
    times: dict[str, list[float]] = {name: [] for name in names}
    rounds = max((trial.runs for trial in trials.values()), default=0)
    calls = dict.fromkeys(names, 0)
    for turn in range(rounds):
        for name in _rotated(names, turn):
            trial = trials[name]
            if (turn + 1) * trial.runs // rounds == turn * trial.runs // rounds:
                continue
            times[name].append(_time(trial, calls[name]))
            calls[name] += trial.repeats
    return times


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _time(trial: Trial, first: int) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        for call in range(first, first + trial.repeats):
            trial.work(call)
        seconds = time.perf_counter() - start
    finally:
        gc.enable()
    return seconds * 1000 / (trial.repeats * trial.items)


def _rotated(names: Sequence[str], turn: int) -> list[str]:
    start = turn % len(names)
    return [*names[start:], *names[:start]]
