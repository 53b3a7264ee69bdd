"""Estimates beside measured cells, percentiles, and what the check finds of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from hippo_exp.evaluation import quantile, rng_for
from hippo_exp.reporting import (
    Estimate,
    Results,
    RowReport,
    TableHeader,
    aggregate_of,
    estimates_to_csv,
    make_cell,
    make_manifest,
    read_estimates,
    verify,
    write_results,
)
from hippo_exp.storage import digest_bytes

MILLISECONDS = [float(value) for value in range(1, 101)]
METRICS = ("ppr_ms_p50", "ppr_ms_p95", "prompt_tokens", "encoding_s")
HEADING = "| claim | value | interval |\n|---|---|---|\n"


def estimate(row: str, metric: str, value: float, **more: float) -> Estimate:
    return Estimate(
        "table17", row, "tiny", metric, value, more.get("low"), more.get("high"), "by counting"
    )


ESTIMATES = [
    estimate("graph", "prompt_tokens", 1234.56),
    estimate("graph", "crossing@10000", 1990.5, low=1900.0, high=2100.0),
    estimate("other", "prompt_tokens", 7.0),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    frames = {"ppr_ms": MILLISECONDS, "prompt_tokens": [10.0, 20.0] * 50, "encoding_s": [3.5]}
    lines = [
        ("graph", f"q{number}", metric, value)
        for metric, values in frames.items()
        for number, value in enumerate(values)
    ]
    reports = [RowReport("graph", "Graph"), RowReport("other", "Other", reason="no model")]
    cells = []
    for report in reports:
        for metric in METRICS:
            aggregate = aggregate_of(metric)
            values = frames[aggregate.source] if report.row == "graph" else []
            rng = rng_for(0, report.row, metric)
            cells.append(
                make_cell(
                    experiment="table17",
                    row=report.row,
                    dataset="tiny",
                    metric=metric,
                    n=len(values),
                    measured=aggregate(values) if values else None,
                    interval=aggregate.interval(values, rng, 200) if values else None,
                    reason=report.reason,
                )
            )
    manifest = make_manifest(
        experiment="table17",
        dataset="tiny",
        config={"evaluation": {"bootstrap_resamples": 200, "permutation_resamples": 99}},
        seeds={"seed": 0},
        inputs={},
        environment={"packages": {}},
        reports=reports,
    )
    results = Results(
        cells=cells,
        reports=reports,
        header=TableHeader(title="Cost", dataset="tiny", n=100),
        manifest=manifest,
        frame=pd.DataFrame(lines, columns=["row", "qid", "metric", "value"]),
        estimates=ESTIMATES,
    )
    write_results(tmp_path / "results/table17/tiny", results)
    claims = [
        "| `table17/tiny/graph/ppr_ms_p95` | 95 | [90, 100] |",
        "| `estimate:table17/tiny/graph/prompt_tokens` | 1,234.6 | – |",
        "| `estimate:table17/tiny/graph/crossing@10000` | 1,991 | [1900, 2100] |",
    ]
    (tmp_path / "FINDINGS.md").write_text(HEADING + "\n".join(claims) + "\n")
    return tmp_path


def faults(project: Path) -> list[str]:
    return [str(fault) for fault in verify(project)]


def change(project: Path, name: str, edit: Callable[[str], str]) -> None:
    """Edit a file of the results, and let the manifest agree."""
    folder = project / "results/table17/tiny"
    before = (folder / name).read_text()
    assert edit(before) != before
    (folder / name).write_text(edit(before))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name] = digest_bytes((folder / name).read_bytes())
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_percentiles_means_and_estimates_verify(project: Path) -> None:
    assert faults(project) == []


def test_estimates_stand_in_grids_of_their_own(project: Path) -> None:
    folder = project / "results/table17/tiny"
    text = (folder / "table.md").read_text()
    measured, _, estimated = text.partition("## Estimate, not measured. ")
    assert "1,234.6" in estimated
    assert "1,234.6" not in measured
    assert "Estimate, not measured" in (folder / "table.tex").read_text()
    assert "1234" not in (folder / "cells.csv").read_text()
    assert "1234" not in (folder / "table.csv").read_text()
    assert "**Estimates:** by counting; intervals are of the sample alone" in text
    assert "of a percentile by ranks of the sample (binomial)" in text


def test_a_round_trip(tmp_path: Path) -> None:
    (tmp_path / "estimates.csv").write_bytes(estimates_to_csv(ESTIMATES))
    assert read_estimates(tmp_path / "estimates.csv") == ESTIMATES


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("cells.csv", "ppr_ms_p95,100,95.0", "ppr_ms_p95,100,94.0", "the 0.95-quantile of its"),
        ("cells.csv", "ppr_ms_p50,100,50.0,40.0", "ppr_ms_p50,100,50.0,41.0", "should be [40.0,"),
        ("estimates.csv", "1234.56", "1334.56", "does not show '1,334.6'"),
        ("estimates.csv", "table17,other", "table17,ghost", "an estimate of table17/tiny/ghost"),
        ("estimates.csv", "table17,other", "table18,other", "an estimate of table18/tiny/other"),
        ("table.md", "1,234.6", "1,234.7", "table.md does not show '1,234.6'"),
        ("table.tex", "1,234.6", "1,234.7", "table.tex does not show"),
        ("estimates.csv", "1234.56", "many", "many"),
    ],
)
def test_what_does_not_follow_is_found(
    project: Path, name: str, old: str, new: str, message: str
) -> None:
    change(project, name, lambda text: text.replace(old, new, 1))
    assert any(message in fault for fault in faults(project)), faults(project)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1,234.6", "1,234.5", "value of estimate:table17/tiny/graph/prompt_tokens"),
        ("[1900, 2100]", "[1900, 2101]", "interval of estimate:table17/tiny/graph/crossing@10000"),
        ("`estimate:table17/tiny/graph/prompt", "`table17/tiny/graph/prompt", "found as 15"),
        ("graph/crossing@10000", "graph/crossing@5", "no such row and metric in estimates.csv"),
    ],
)
def test_a_wrong_claim_is_found(project: Path, old: str, new: str, message: str) -> None:
    path = project / "FINDINGS.md"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert any(message in fault for fault in faults(project)), faults(project)


@pytest.mark.parametrize("values", [[4.0], [1.0, 2.0, 5.0], MILLISECONDS])
def test_an_aggregate_is_what_its_metric_says(values: Sequence[float]) -> None:
    rng: Any = None
    assert aggregate_of("ppr_ms_p95")(values) == quantile(values, 0.95)
    assert aggregate_of("recall@5")(values) == pytest.approx(sum(values) / len(values))
    assert (aggregate_of("ppr_ms_p50").interval(values, rng, 0) is None) == (len(values) < 6)
