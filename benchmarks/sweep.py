"""A sweep of small cells: what the harness adds to the work, and what is saved."""

from __future__ import annotations

import csv
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.harness import machine
from benchmarks.harness.figure import times_figure
from benchmarks.harness.method import OURS
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.records import Record, with_ratios
from benchmarks.harness.session import say
from benchmarks.harness.table import Page
from benchmarks.harness.targets import Outcome
from hippo_exp.config import project_root
from hippo_exp.errors import DataError

NAME = "sweep"
ONE, TWO = "one joblib worker", "two joblib workers"
AGAIN, MULTIRUN = "the same command again", "Hydra multirun"
ROWS = (
    *("hipporag", "query_nodes_only", "query_nodes_and_neighbors"),
    *("query_nodes_and_neighbors_2", "without_node_specificity", "without_synonymy"),
)
AXES = (
    "expansion.restart_prob=0.1,0.2,0.3,0.5,0.7,0.8,0.9",
    "synonymy.threshold=0.6,0.7,0.8,0.9,0.95",
)
_JOBLIB = ("hydra/launcher=joblib",)
QUICK_AXES = ("expansion.restart_prob=0.3,0.5",)
LARGE = ("dataset.synthetic.n_passages=6000", "dataset.synthetic.n_questions=600")
QUICK = ("dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20")


@dataclass
class Times:
    """Wall seconds of the commands, run by run, and of the work inside the first.

    ``large``, ``one_large`` and ``two_large`` are those on a larger corpus: of this process, of one
    worker and of two.
    """

    alone: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)
    multirun: list[float] = field(default_factory=list)
    large: list[float] = field(default_factory=list)
    one_large: list[float] = field(default_factory=list)
    two_large: list[float] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/sweep``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    times, cells = Times(), 0
    for number in range(options.runs):
        say(f"run {number + 1}")
        with tempfile.TemporaryDirectory() as scratch:
            cells = _one_run(Path(scratch), options, times)
    case = f"{cells} cells of table 5 on synthetic text"
    large = f"{case} of twice the size"
    records = with_ratios(
        [
            _record(case, OURS, times.alone),
            _record(case, AGAIN, times.again),
            _record(case, TWO, times.two),
            _record(case, MULTIRUN, times.multirun),
        ]
    )
    if not options.quick:
        records += with_ratios(
            [
                _record(large, OURS, times.large),
                _record(large, ONE, times.one_large),
                _record(large, TWO, times.two_large),
            ]
        )
    page = Page(
        title=f"A sweep of {cells} cells, from nothing",
        command=options.command,
        machine=here.sentence(),
        notes=_notes(times, cells),
        columns=("error", "agreement"),
        agreement="cells",
        calls="sweeps",
    )
    figure = times_figure(records, title=page.title, unit="ms, logarithmic")
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=[] if options.quick else _outcomes(times, cells),
        figures={NAME: figure},
        seeds={},
        settings={"cells": cells},
    )
    publish(output, options, here)
    return 0


def _one_run(scratch: Path, options: Options, times: Times) -> int:
    """Every command once; the number of cells that ran."""
    sweep = ["experiments.sweep", "experiment=table5", *_settings(options)]
    times.alone.append(_seconds(sweep, scratch / "alone"))
    statuses = sorted((scratch / "alone" / "cache").glob("cells/*/*/status.json"))
    times.work.append(sum(json.loads(path.read_text("utf-8"))["seconds"] for path in statuses))
    ours = _values(scratch / "alone")
    times.again.append(_seconds(sweep, scratch / "alone"))
    one, two = ([*_JOBLIB, f"hydra.launcher.n_jobs={number}"] for number in (1, 2))
    times.two.append(_seconds([*sweep, *two], scratch / "two"))
    multirun = ["experiments.table5", "-m", *_settings(options)]
    times.multirun.append(_seconds(multirun, scratch / "multirun"))
    if not options.quick:
        times.large.append(_seconds([*sweep, *LARGE], scratch / "large"))
        times.one_large.append(_seconds([*sweep, *LARGE, *one], scratch / "one_large"))
        times.two_large.append(_seconds([*sweep, *LARGE, *two], scratch / "two_large"))
    large = _values(scratch / "large")
    pairs = [
        ("alone", ours),
        ("two", ours),
        ("multirun", ours),
        ("one_large", large),
        ("two_large", large),
    ]
    for other, expected in pairs:
        if _values(scratch / other) != expected:
            raise DataError(f"the cells of {other} are others", where=NAME)
    return len(ours) // 2  # two measures each


def _values(folder: Path) -> list[tuple[str, ...]]:
    """Row, measure and numbers of every measured cell that a command published, sorted."""
    found = []
    for path in sorted((folder / "out").rglob("cells.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            for cell in csv.DictReader(stream):
                numbers = (cell["measured"], cell["ci_low"], cell["ci_high"])
                found.append((cell["cell_id"], cell["row"], cell["metric"], *numbers))
    return sorted(found)


def _settings(options: Options) -> list[str]:
    small = [*QUICK, *QUICK_AXES] if options.quick else AXES
    rows = ROWS[:2] if options.quick else ROWS
    return ["dataset=synthetic", f"rows=[{','.join(rows)}]", *small]


def _seconds(arguments: Sequence[str], folder: Path) -> float:
    """Wall time of a command, start of Python and imports included."""
    places = [f"out={folder / 'out'}", f"cache.root={folder / 'cache'}"]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", *arguments, *places],
        cwd=project_root(),
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        raise DataError(f"it failed ({done.stderr.strip().splitlines()[-1]})", where=arguments[0])
    return seconds


def _record(case: str, method: str, seconds: Sequence[float]) -> Record:
    times = tuple(1000 * value for value in seconds)
    return Record(NAME, case, method, times, max_abs_error=0.0, topk_agreement=1.0)


def _outcomes(times: Times, cells: int) -> list[Outcome]:
    """Each from the medians of the runs."""
    alone, work, again = map(statistics.median, (times.alone, times.work, times.again))
    gain = statistics.median(times.one_large) / statistics.median(times.two_large)
    beyond = 1000 * (alone - work) / cells
    return [
        Outcome("ms a cell beyond the work itself", 50, False, beyond),
        Outcome("seconds of the same command again", 3, False, again),
        Outcome("times faster with two joblib workers than with one", 1.6, True, gain),
    ]


def _notes(times: Times, cells: int) -> list[str]:
    work = statistics.median(times.work)
    return [
        "Each time is that of a whole command in a new process with an empty cache, its start and "
        f"imports included; only `{AGAIN}` finds the cells of the first.",
        f"hippo_exp: `experiments.sweep` in one process; {work:.1f} s of it is the work on "
        f"the {cells} cells (stages, ranking), by their status files.",
        "Twice the size: 6,000 passages and 600 questions. The start of the command, the plan, the "
        "first encoding and the table at the end are not shared among workers, so that two of them "
        "gain the more, the longer a cell takes.",
        f"{MULTIRUN}: `experiments.table5 -m` over the same points, which leaves a folder of "
        "results with tables and figures for each of them.",
        "Agreement: the cells of all commands were compared in every run, numbers and intervals; a "
        "difference would have ended the benchmark.",
    ]


if __name__ == "__main__":
    raise SystemExit(main())
