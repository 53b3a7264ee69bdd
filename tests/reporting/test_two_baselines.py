"""Rows against the table's baseline and against a further one: two families of tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from hippo_exp.evaluation import holm
from hippo_exp.reporting import Results, compare_rows, read_comparisons, write_results
from hippo_exp.reporting.cells import comparisons_to_csv
from hippo_exp.reporting.findings import verify
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.types import Comparison

METRICS = ("recall@2", "recall@5")
HEADING = "| claim | value | interval |\n|--|--|--|\n"


VALUES = {  # four of six questions differ, then one
    ("full", "recall@2"): [100.0, 50.0, 50.0, 50.0, 50.0, 100.0],
    ("full", "recall@5"): [100.0, 100.0, 50.0, 50.0, 50.0, 100.0],
    ("without", "recall@2"): [50.0, 0.0, 0.0, 0.0, 50.0, 100.0],
    ("without", "recall@5"): [100.0, 50.0, 50.0, 50.0, 50.0, 100.0],
}


@pytest.fixture
def frame() -> pd.DataFrame:
    """In place of the shared one, whose p-values are all 1 after any correction."""
    records = [
        (row, f"q{number}", metric, value)
        for (row, metric), values in VALUES.items()
        for number, value in enumerate(values)
    ]
    return pd.DataFrame(records, columns=["row", "qid", "metric", "value"])


def family(frame: pd.DataFrame, rows: Sequence[str], baseline: str) -> list[Comparison]:
    return compare_rows(
        frame, rows, baseline, experiment="table5", dataset="tiny", metrics=METRICS, seed=0
    )


@pytest.fixture
def results_of_two(results: Results, frame: pd.DataFrame) -> Results:
    both = [*family(frame, ["without"], "full"), *family(frame, ["full"], "without")]
    return replace(results, comparisons=both)


@pytest.fixture
def folder(results_of_two: Results, tmp_path: Path) -> Path:
    place = tmp_path / "results" / "table5" / "tiny"
    write_results(place, results_of_two)
    return place


def test_each_baseline_has_a_grid_and_a_family_of_its_own(folder: Path) -> None:
    text = (folder / "table.md").read_text("utf-8")
    assert "row minus Full | system" in text
    assert "row minus w/o 50% of it" in text
    assert "Holm-corrected over the comparisons with one baseline" in text
    found = read_comparisons(folder / "comparisons.csv")
    for baseline in ("full", "without"):
        own = [item for item in found if item.baseline == baseline]
        assert len(own) == 2
        assert [item.p_holm for item in own] == holm([item.p_value for item in own])
    assert found[0].effect == -found[2].effect != 0


def test_the_check_takes_each_family_by_itself(folder: Path, results_of_two: Results) -> None:
    assert recheck_folder(folder) == []
    together = holm([item.p_value for item in results_of_two.comparisons])
    pairs = zip(results_of_two.comparisons, together, strict=True)
    wrong = [replace(item, p_holm=p) for item, p in pairs]
    assert [item.p_holm for item in wrong] != [item.p_holm for item in results_of_two.comparisons]
    (folder / "comparisons.csv").write_bytes(comparisons_to_csv(wrong))
    faults = [str(fault) for fault in recheck_folder(folder)]
    assert any("effect:without:full/recall@2" in fault and "p_holm" in fault for fault in faults)


def test_a_claim_names_a_further_baseline(
    folder: Path, results_of_two: Results, tmp_path: Path
) -> None:
    first, _, other, _ = results_of_two.comparisons
    lines = [
        f"| `effect:table5/tiny/{name}/recall@2` | {item.effect:.1f} "
        f"| {item.ci_low:.1f} to {item.ci_high:.1f} |"
        for name, item in (("without", first), ("full:without", other))
    ]
    page = tmp_path / "FINDINGS.md"
    page.write_text(HEADING + "\n".join(lines) + "\n", encoding="utf-8")
    assert verify(tmp_path) == []
    page.write_text(HEADING + lines[1].replace("full:without", "full") + "\n", encoding="utf-8")
    (fault,) = verify(tmp_path)
    assert "no such row and metric in comparisons.csv" in str(fault)
    assert "full:without, without" in str(fault)
