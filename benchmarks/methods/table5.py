"""How long ``experiments.table5`` takes on the released data, once phrases are encoded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.config import project_root
from hippo_exp.errors import HippoExpError
from hippo_exp.reporting import read_manifest

DATASET = "musique_train"


@dataclass(frozen=True)
class StageTime:
    """One stage: wall seconds, and the peak resident memory of the process in MiB."""

    stage: str
    seconds: float
    peak_mb: float


def table5_times(scratch: Path) -> list[StageTime] | None:
    """Stages of a run whose vectors are stored and nothing else; None without ``HIPPO_EXP_DATA``.

    A first run stores the vectors; the synonymy edges and rankings that it stores too are removed
    before the second run. The last line is the wall time of the whole second command, start of
    Python and imports included.

    Args:
        scratch: an empty folder for results and stage outputs.

    Raises:
        HippoExpError: the experiment failed.
    """
    root = project_root()
    if not os.environ.get("HIPPO_EXP_DATA") or root is None:
        return None
    _run(root, scratch)
    for kept in ("synonymy", "cells"):
        shutil.rmtree(scratch / "cache" / kept)
    wall = _run(root, scratch)
    manifest = read_manifest(scratch / "results" / "table5" / DATASET / "manifest.json")
    stages = manifest["stages"]
    assert isinstance(stages, list)
    lines = [StageTime(item["stage"], item["seconds"], item["peak_mb"]) for item in stages]
    total = sum(line.seconds for line in lines if "/" not in line.stage)
    peak = max(line.peak_mb for line in lines)
    return [
        *lines,
        StageTime("all stages", total, peak),
        StageTime("whole command", wall, peak),
    ]


def _run(root: Path, scratch: Path) -> float:
    """Seconds that the command takes."""
    command = [
        *(sys.executable, "-m", "experiments.table5", f"dataset={DATASET}"),
        *(f"out={scratch / 'results'}", f"cache.root={scratch / 'cache'}"),
    ]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise HippoExpError(
            f"experiments.table5 ended with {done.returncode} ({last})",
            where="HIPPO_EXP_DATA",
            fix=f"run python -m experiments.table5 dataset={DATASET}",
        )
    return seconds
