"""The command line that all benchmarks share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

DEFAULT_RUNS = 11
QUICK_RUNS = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says.

    Attributes:
        quick: small cases.
        out: the results tree.
        runs: counted runs of a fast method.
        memory: whether peak memory is measured, in a process of its own for each method.
        command: the command that makes these results again.
    """

    quick: bool
    out: Path
    runs: int
    memory: bool
    command: str


def parse(name: str, description: str, argv: Sequence[str] | None) -> Options:
    """Read the options of ``python -m benchmarks.NAME``."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=description)
    parser.add_argument("--quick", action="store_true", help="small cases, no memory")
    parser.add_argument("--out", type=Path, default=Path("results"), help="results tree")
    parser.add_argument("--runs", type=_count, help=f"counted runs, {DEFAULT_RUNS} by default")
    parser.add_argument("--no-memory", action="store_true", help="leave peak_mb empty")
    given = parser.parse_args(argv)
    words = ["--quick"] * given.quick + ["--no-memory"] * given.no_memory
    if given.runs:
        words += ["--runs", str(given.runs)]
    return Options(
        quick=given.quick,
        out=given.out,
        runs=given.runs or (QUICK_RUNS if given.quick else DEFAULT_RUNS),
        memory=not (given.quick or given.no_memory),
        command=" ".join([parser.prog, *words]),
    )


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("give a whole number from 1 on")
    return count
