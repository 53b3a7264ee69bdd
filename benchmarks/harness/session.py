"""One case: every method made ready, checked, timed in turn, and its memory measured."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.harness.method import Method
from benchmarks.harness.records import Record, not_installed, with_ratios
from benchmarks.harness.timing import Trial, run_in_turn


@dataclass(frozen=True)
class Ready:
    """A method after its uncounted first run.

    Attributes:
        trial: what is timed.
        preparation_ms: what it does once.
        max_abs_error, topk_agreement: of the first run's answer.
    """

    trial: Trial
    preparation_ms: float | None = None
    max_abs_error: float | None = None
    topk_agreement: float | None = None


def measure_case(
    benchmark: str,
    label: str,
    methods: Sequence[Method[Any, Any]],
    make_ready: Callable[[Method[Any, Any]], Ready],
    peak: Callable[[Method[Any, Any]], float | None] | None = None,
) -> list[Record]:
    """Measure the methods of one case.

    Args:
        benchmark, label: for the records.
        methods: in table order; those not installed get a line that says so.
        make_ready: prepares a method, runs it once, and compares its answer.
        peak: peak memory of a method; None leaves it out.
    """
    ready = {}
    for method in methods:
        if method.installed:
            say(f"{label}: {method.name}")
            importlib.import_module(method.module)  # loading it is no part of the preparation
            ready[method.name] = make_ready(method)
    say(f"{label}: timing")
    times = run_in_turn({name: item.trial for name, item in ready.items()})
    records = []
    for method in methods:
        if method.name not in ready:
            records.append(not_installed(benchmark, label, method.name))
            continue
        item = ready.pop(method.name)
        records.append(
            Record(
                benchmark=benchmark,
                case=label,
                method=method.name,
                times=tuple(times[method.name]),
                max_abs_error=item.max_abs_error,
                topk_agreement=item.topk_agreement,
                peak_mb=peak(method) if peak is not None else None,
                preparation_ms=item.preparation_ms,
                queries=item.trial.items * item.trial.repeats,
            )
        )
    return with_ratios(records)


def remarks(methods: Sequence[Method[Any, Any]]) -> list[str]:
    """One sentence for each method that needs one."""
    return [f"{method.name}: {method.remark}" for method in methods if method.remark]


def say(text: str) -> None:
    """Progress, apart from the results."""
    print(text, file=sys.stderr, flush=True)
