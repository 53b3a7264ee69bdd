"""Benchmarks: numbers against the runs, pages against the numbers, quotes against both."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.harness.method import OURS
from benchmarks.harness.records import COLUMNS, Record, cells_csv, timings_csv, with_ratios
from benchmarks.harness.table import Page, to_markdown
from hippo_exp.reporting import audit, benchmark_cells, make_manifest, staged_folder, verify
from hippo_exp.storage import digest_bytes

RECORDS = with_ratios(
    [
        Record("ppr", "2Wiki, 1 query", OURS, (2.0, 4.125, 3.0), None, 1.5e-11, 1.0, 120.4, 7.5),
        Record(
            "ppr", "2Wiki, 1 query", "igraph (prpack)", (61.0, 60.0), None, 0.0, 0.99993, 5e3, 0.1
        ),
        Record("ppr", "2Wiki, 1 query", "absent", note="not installed"),
        Record("ppr", "large", OURS, (1234.5678,), None, 2e-7, 0.5, None, None, 200),
    ]
)
CLAIM = "| `benchmark:{}` | {} |"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose only results are timings, which its only finding quotes."""
    page = Page("Timings", "python -m benchmarks.ppr", "a machine", agreement="top 20 nodes")
    manifest = make_manifest(
        experiment="benchmarks", dataset="ppr", config={}, seeds={}, inputs={}, environment={}
    )
    with staged_folder(tmp_path / "results" / "benchmarks" / "ppr", manifest) as stage:
        (stage / "cells.csv").write_bytes(cells_csv(RECORDS))
        (stage / "timings.csv").write_bytes(timings_csv(RECORDS))
        (stage / "table.md").write_text(to_markdown(page, RECORDS, ()), encoding="utf-8")
    quote(tmp_path, "ppr/2Wiki, 1 query/igraph (prpack)/ratio_to_ours", "20.2")
    return tmp_path


def quote(project: Path, reference: str, value: str) -> None:
    lines = ["| claim | value |", "|---|---|", CLAIM.format(reference, value)]
    (project / "FINDINGS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def faults(project: Path) -> list[str]:
    return [str(fault) for fault in verify(project)]


def change(project: Path, name: str, edit: Callable[[str], str]) -> None:
    """Change a file and let the manifest agree with it."""
    folder = project / "results" / "benchmarks" / "ppr"
    text = (folder / name).read_text(encoding="utf-8")
    assert edit(text) != text
    (folder / name).write_text(edit(text), encoding="utf-8")
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"][name] = digest_bytes((folder / name).read_bytes())
    path.write_text(json.dumps(manifest), encoding="utf-8")


def test_columns_are_those_of_the_harness() -> None:
    assert ("benchmark", "case", "method", *benchmark_cells.BENCHMARK_COLUMNS) == COLUMNS
    assert benchmark_cells.OURS == OURS


def test_what_is_written_verifies(project: Path) -> None:
    assert faults(project) == []
    found = audit(project)
    assert (found.folders, found.skipped, found.claims) == (("benchmarks/ppr",), (), 1)


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        ("ppr/2Wiki, 1 query/hippo_exp/median_ms", "3.00"),
        ("ppr/2Wiki, 1 query/hippo_exp/topk_agreement", "1"),
        ("ppr/2Wiki, 1 query/igraph (prpack)/peak_mb", "5,000"),
        ("ppr/2Wiki, 1 query/absent/median_ms", "–"),
        ("ppr/large/hippo_exp/runs", "1"),
    ],
)
def test_any_number_can_be_quoted(project: Path, reference: str, value: str) -> None:
    quote(project, reference, value)
    assert faults(project) == []


@pytest.mark.parametrize(
    ("reference", "value", "message"),
    [
        ("ppr/2Wiki, 1 query/hippo_exp/median_ms", "3.10", "is printed as '3.10' and found as 3.0"),
        ("ppr/2Wiki, 1 query/absent/median_ms", "3.10", "is printed as '3.10' and found as –"),
        ("ppr/2Wiki/hippo_exp/median_ms", "3.0", "no such case, method and column in cells.csv"),
        ("ppr/2Wiki, 1 query/hippo_exp/mean_ms", "3.0", "no such case, method and column"),
        ("gpu/large/hippo_exp/median_ms", "3.0", "unknown reference benchmark:gpu/large/hippo_exp"),
        ("ppr/hippo_exp/median_ms", "3.0", "the reference has not four parts"),
    ],
)
def test_a_wrong_quote_is_found(project: Path, reference: str, value: str, message: str) -> None:
    quote(project, reference, value)
    (fault,) = faults(project)
    assert message in fault
    assert "FINDINGS.md, line 3" in fault


def test_a_column_for_intervals_stays_empty(project: Path) -> None:
    row = "| `benchmark:ppr/large/hippo_exp/runs` | 1 | {} |\n"
    page = "| claim | value | interval |\n|---|---|---|\n" + row
    for text, right in (("–", True), ("[1, 2]", False)):
        (project / "FINDINGS.md").write_text(page.format(text), encoding="utf-8")
        assert (faults(project) == []) == right


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("cells.csv", "hippo_exp,3,", "hippo_exp,3.1,", "median_ms is 3.1 and should be 3.0"),
        ("cells.csv", ",20.1667,", ",21.1667,", "ratio_to_ours is 21.1667 and should be 20.16"),
        ("cells.csv", ",3\n", ",4\n", "4 runs and 3 timings"),
        ("cells.csv", "ppr,large", "gpu,large", "a cell of the benchmark gpu"),
        ("cells.csv", ",peak_mb", "", "the columns are benchmark,case"),
        ("cells.csv", ",5000,", ",nan,", "the value nan is not finite"),
        ("cells.csv", ",0.99993,", ",0.9,", "table.md shows '99.99 %' as top 20 nodes of 90"),
        ("cells.csv", ",1.5e-11,", ",1.5e-9,", "table.md shows '1e-11' as max error of 1.5e-09"),
        ("timings.csv", ",60\n", ",58\n", "median_ms is 60.5 and should be 59.5"),
        ("timings.csv", ",60\n", ",x\n", "could not convert string to float"),
        ("timings.csv", "case,", "cases,", "no column case"),
        ("table.md", "| 60.5 |", "| 50.5 |", "table.md shows '50.5' as ms of 60.5"),
        ("table.md", "| 20.2x |", "| 30.2x |", "table.md shows '30.2' as ratio to ours of 20.16"),
        ("table.md", "2.00 to 4.12", "1.00 to 4.12", "as fastest to slowest run of 2.0"),
        ("table.md", "| 120 |", "| 130 |", "table.md shows '130' as peak MiB of 120.4"),
        ("table.md", "| all |", "| 98.00 % |", "as top 20 nodes of 100"),
        ("table.md", "| igraph (prpack) |", "| igraph |", "table.md does not show the method"),
        ("table.md", "## large", "## small", "table.md does not show the method"),
    ],
)
def test_what_does_not_follow_is_found(
    project: Path, name: str, old: str, new: str, message: str
) -> None:
    change(project, name, lambda text: text.replace(old, new))
    found = faults(project)
    assert any(message in fault and "benchmarks/ppr/" in fault for fault in found), found


@pytest.mark.parametrize("name", ["cells.csv", "timings.csv", "table.md", "manifest.json"])
@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"a,b\n1\n"])
def test_a_damaged_file_is_a_fault_that_names_it(project: Path, name: str, data: bytes) -> None:
    (project / "results" / "benchmarks" / "ppr" / name).write_bytes(data)
    assert any(f"benchmarks/ppr/{name}" in fault for fault in faults(project))
