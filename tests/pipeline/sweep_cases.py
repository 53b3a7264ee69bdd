"""A small sweep as a process, and what it leaves."""

from __future__ import annotations

import csv
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


SMALL = (
    *("dataset=synthetic", "dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20"),
    "evaluation.bootstrap_resamples=100",
)


ROWS = "rows=[hipporag,query_nodes_only]"


AXES = ("expansion.restart_prob=0.3,0.5", "synonymy.threshold=0.7,0.9")


def sweep(folder: Path, *overrides: str, **options: Any) -> subprocess.CompletedProcess[str]:
    places = (f"out={folder / 'out'}", f"cache.root={folder / 'cache'}", "label=toy")
    data = () if any(text.startswith("dataset=c") for text in overrides) else SMALL
    command = [sys.executable, "-m", "experiments.sweep", *data, *places, *overrides]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300, **options
    )


def table(folder: Path) -> Path:
    return folder / "out" / "sweep" / "toy"


def cells(folder: Path) -> list[dict[str, str]]:
    with (table(folder) / "cells.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def marks(folder: Path) -> dict[str, int]:
    """Done mark -> when it was written."""
    return {
        path.parent.name: path.stat().st_mtime_ns
        for path in sorted(folder.glob("cache/cells/*/*/status.json"))
    }


def measured(folder: Path) -> dict[tuple[str, str], str]:
    """Cell and measure -> value, in the table's order."""
    return {(cell["cell_id"], cell["metric"]): cell["measured"] for cell in cells(folder)}


def limit_files(size: int) -> None:
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
