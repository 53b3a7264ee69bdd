"""Stages of one run: wall time and peak memory."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from benchmarks.harness.table import grid, number
from benchmarks.methods.table5 import StageTime

Parts = Mapping[str, Sequence[StageTime]]
"""Run -> its stages; a run without stages was not made."""


def stages_markdown(parts: Parts) -> str:
    """A section for each run."""
    text = ""
    for name, stages in parts.items():
        lines = [[item.stage, number(item.seconds), f"{item.peak_mb:,.0f}"] for item in stages]
        table = grid(["stage", "seconds", "peak MiB"], lines) if lines else "not measured"
        text += f"\n## Stages: {name}\n\n{table}\n"
    return text


def stages_csv(parts: Parts) -> bytes:
    """``stages.csv``: run, stage, seconds, peak_mb."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["run", "stage", "seconds", "peak_mb"])
    for name, stages in parts.items():
        for item in stages:
            writer.writerow([name, item.stage, f"{item.seconds:.6g}", f"{item.peak_mb:.6g}"])
    return buffer.getvalue().encode("utf-8")
