"""A small experiment with made-up values: a full system, an ablation, a row that did not run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from recheck_cases import seeded

from hippo_exp.reporting import (
    PaperColumn,
    Results,
    RowReport,
    TableHeader,
    compare_rows,
    make_manifest,
    summarize,
    write_results,
)
from hippo_exp.reporting.figures import effects_figure, recall_figure

VALUES = {
    ("full", "recall@2"): [100.0, 50.0, 50.0, 0.0, 50.0, 100.0],
    ("full", "recall@5"): [100.0, 100.0, 50.0, 50.0, 50.0, 100.0],
    ("without", "recall@2"): [50.0, 50.0, 50.0, 0.0, 0.0, 100.0],
    ("without", "recall@5"): [100.0, 50.0, 50.0, 50.0, 50.0, 100.0],
}
METRICS = ("recall@2", "recall@5")
PAPER = PaperColumn(
    numbers={
        "full": {"recall@2": 58.4, "recall@5": 75.0},
        "without": {"recall@2": 90.0, "recall@5": 66.0},
        "absent": {"recall@2": 12.3, "recall@5": 45.6},
    },
    tolerances={"full": 0.5, "without": 0.5, "absent": 0.5},
)
REPORTS = (
    RowReport("full", "Full | system", "id-1", outcomes={"ok": 5, "no_entity": 1}),
    RowReport("without", "w/o 50% of it", "id-2", outcomes={"ok": 6}, failed=("q3",)),
    RowReport("absent", "Absent_row", reason="torch is not installed", command="pip install torch"),
)


@pytest.fixture
def frame() -> pd.DataFrame:
    records = [
        (row, f"q{number}", metric, value)
        for (row, metric), values in VALUES.items()
        for number, value in enumerate(values)
    ]
    return pd.DataFrame(records, columns=["row", "qid", "metric", "value"])


@pytest.fixture
def results(frame: pd.DataFrame) -> Results:
    where: dict[str, Any] = {"experiment": "table5", "dataset": "tiny"}
    cells = summarize(frame, REPORTS, **where, metrics=METRICS, seed=0, paper=PAPER)
    rows = [report.row for report in REPORTS]
    comparisons = compare_rows(frame, rows, "full", **where, metrics=METRICS, seed=0, paper=PAPER)
    header = TableHeader(
        title="Table 5: made-up values",
        dataset="tiny",
        n=6,
        gold_unit="passage",
        encoder="none",
        query_entities="none",
        preset="paper",
        command="python -m experiments.table5",
        notes=("PARTIAL n=6 of 12",),
    )
    manifest = make_manifest(
        **where,
        config={"seed": 0},
        seeds={"bootstrap": 0},
        inputs={"corpus": "0" * 64},
        environment={"python": "3"},
        reports=REPORTS,
    )
    return Results(
        cells=cells,
        reports=REPORTS,
        header=header,
        manifest=manifest,
        frame=frame,
        comparisons=comparisons,
        paper=PAPER,
    )


@pytest.fixture
def drawn_results(results: Results) -> Results:
    """The same with both figures."""
    labels = {report.row: report.label for report in REPORTS}
    figures = {
        "recall": recall_figure(results.cells, labels, title="made-up values"),
        "effects": effects_figure(results.comparisons, labels, title="made-up values"),
    }
    return replace(results, figures=figures)


@pytest.fixture
def read_tree() -> Callable[[Path], dict[str, bytes]]:
    def read(folder: Path) -> dict[str, bytes]:
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}

    return read


@pytest.fixture
def folder(results: Results, frame: pd.DataFrame, tmp_path: Path) -> Path:
    """Results whose manifest names seed, numbers of samples and versions, as a run's does."""
    folder = tmp_path / "table5" / "tiny"
    write_results(folder, seeded(results, frame))
    return folder
