"""A small results tree with everything that the page shows, its numbers made up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hippo_exp.reporting import Results, cells_to_csv, make_cell, write_results
from hippo_exp.reporting.manifest import SCHEMA, manifest_bytes
from hippo_exp.reporting.records import csv_bytes
from hippo_exp.types import Cell

EVIL = "<script>alert('x')</script> & \"quoted\""
"""A text that would run if it were not escaped."""
COMMAND = "python -m experiments.paper"
REASON = "tiny.json is not in the data set's folder; the weights of a/b-1.0 are not on this machine"
REPORT = f"""# The paper's tables, cell by cell

Made by `{COMMAND}`

## Table 5: Made-up ablations

| row | tiny R@2 | tiny R@5 | other R@2 |
|---|---|---|---|
| Full system | 58.3 (58.4, −0.1 ≈) | – (75.0) | – |
| w/o it | 60.0 (20.0, +40.0 ≠) | 70.0 (–) | – |

- a remark about `table5`

## What the rest needs

Files: `hippo-exp data fetch tiny`

| file, below the data root | source | git blob | cells that need it |
|---|---|---|---:|
| tiny/tiny.json | https://example.org/data/tiny.json | 0123456789abcdef | 1,234 |

- needs weights (2 cells): the weights of a/b-1.0 are not on this machine. Run: `hf download a/b`
- needs an LLM (3 cells): its summaries are not there. Money and time: 1 USD.

## Runs

| table | data set | state | results |
|---|---|---|---|
| table5 | tiny | made | table5/tiny |
"""
TITLES = (
    "# Findings",
    "",
    "## 1. The full system leads",
    "",
    "Because `table5/tiny/full/recall@5`.",
)
FINDINGS = "\n".join(
    [
        *(*TITLES, "", "| claim | value | 95 % interval |", "|---|---:|---:|"),
        "| `table5/tiny/full/recall@5` | 75.0 | [58.3, 91.7] |",
        *("", f"Text with {EVIL}.", ""),
    ]
)


def paper_cells() -> list[Cell]:
    """Two rows on two data sets: near, not run, differing, without a published value."""

    def cell(row: str, dataset: str, metric: str, *numbers: float | None, reason: str = "") -> Cell:
        measured, paper = numbers
        interval = None if measured is None else (measured - 1, measured + 1)
        return make_cell(experiment="table5", row=row, dataset=dataset, metric=metric, n=6,
                         measured=measured, interval=interval, paper=paper, tolerance=0.5,
                         reason=reason)  # fmt: skip

    return [
        cell("full", "tiny", "recall@2", 58.3, 58.4),
        cell("full", "tiny", "recall@5", None, 75.0, reason=REASON),
        cell("full", "other", "recall@2", None, None, reason="did not run"),
        cell("without", "tiny", "recall@2", 60.0, 20.0),
        cell("without", "tiny", "recall@5", 70.0, None),
        cell("without", "other", "recall@2", None, None, reason="did not run"),
    ]


def write_paper(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "cells.csv").write_bytes(cells_to_csv(paper_cells()))
    (folder / "report.md").write_text(REPORT, encoding="utf-8")
    write_manifest(folder, command=COMMAND)


def write_manifest(folder: Path, **facts: object) -> None:
    (folder / "manifest.json").write_bytes(manifest_bytes({"schema": SCHEMA, **facts}))


def write_sweep(folder: Path) -> None:
    folder.mkdir(parents=True)
    header = (*Cell.__dataclass_fields__, "expansion.restart_prob")
    rows = [
        ("table5", "full", "tiny", "recall@5", 6, y, y - 5, y + 5, None, None, "–", "none", "id", x)
        for x, y in (("0.1", 50.0), ("0.5", 75.0), ("0.9", 60.0))
    ]
    (folder / "cells.csv").write_bytes(csv_bytes(header, rows))
    write_manifest(folder, command="python -m experiments.sweep", rows={"full": {"label": "Full"}})


def write_benchmark(folder: Path) -> None:
    folder.mkdir(parents=True)
    header = ("benchmark", "case", "method", "median_ms", "ratio_to_ours", "max_abs_error",
              "topk_agreement", "peak_mb", "runs")  # fmt: skip
    rows = [
        ("ppr", "a graph", "hippo_exp", 2.0, 1.0, 1e-12, 1, 10.0, 7),
        ("ppr", "a graph", "networkx", 250.0, 125.0, 1e-6, 1, 90.0, 7),
        ("ppr", "a graph", "slow (too slow)", None, None, None, None, None, 0),
    ]
    (folder / "cells.csv").write_bytes(csv_bytes(header, rows))
    page = "# Made-up timings\n\n## Demanded\n\n| demand | held |\n|---|---|\n| fast | yes |\n"
    (folder / "table.md").write_text(page, encoding="utf-8")
    write_manifest(folder, command="python -m benchmarks.ppr")


def write_tree(root: Path, results: Results) -> Path:
    """The tree below ``root / "results"``, and the findings beside it."""
    tree = root / "results"
    environment = {"git": {"commit": "0123456789abcdef", "dirty": False}, "python": "3"}
    manifest = {**results.manifest, "environment": environment, "command": f"run {EVIL}"}
    reports = [replace(item, label=EVIL if item.row == "full" else item.label)
               for item in results.reports]  # fmt: skip
    rows = {item.row: {"label": item.label, "reason": item.reason} for item in reports}
    header = replace(results.header, notes=(f"PARTIAL {EVIL}",))
    evil = replace(results, reports=reports, header=header, manifest={**manifest, "rows": rows})
    write_results(tree / "table5" / "tiny", evil)
    write_paper(tree / "paper")
    write_sweep(tree / "sweep" / "restart")
    write_benchmark(tree / "benchmarks" / "ppr")
    (root / "FINDINGS.md").write_text(FINDINGS, encoding="utf-8")
    return tree
