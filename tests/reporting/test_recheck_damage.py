"""Damaged results are faults that name the file, never a traceback."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd
import pytest
from recheck_cases import edit_manifest, found, sign_again

from hippo_exp.errors import HippoExpError
from hippo_exp.reporting import (
    Results,
    RowReport,
    TableHeader,
    compare_rows,
    make_manifest,
    read_comparisons,
    summarize,
    write_results,
)
from hippo_exp.reporting.recheck import recheck_folder

NAMES = ("manifest.json", "cells.csv", "comparisons.csv", "table.csv", "table.md", "table.tex")


DAMAGE: Mapping[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "not UTF-8": lambda data: b"\xff\xfe" + data,
    "cut in the middle": lambda data: data[: len(data) // 2],
    "cut in a character": lambda data: "−".encode()[:2],
    "NUL": lambda data: data[:40] + b"\0" + data[40:],
    "other text": lambda data: b"[1, 2]\n",
    "an open quote": lambda data: data.replace(b",", b',"', 3),
}


NUMBERS = ("cells.csv", "comparisons.csv", "table.csv", "per_query.csv.gz")


@pytest.mark.parametrize("name", [*NAMES, "per_query.csv.gz"])
@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("signed", [True, False])
def test_a_damaged_file_is_a_fault_that_names_it(
    folder: Path, name: str, kind: str, signed: bool
) -> None:
    path = folder / name
    before = path.read_bytes()
    if name.endswith(".gz") and kind == "an open quote":
        path.write_bytes(gzip.compress(DAMAGE[kind](gzip.decompress(before))))
    else:
        path.write_bytes(DAMAGE[kind](before))
    if signed and name in NUMBERS:  # the digest agrees: the numbers themselves are looked at
        sign_again(folder)
    faults = found(folder)
    assert faults
    assert any(name in fault for fault in faults)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("cells.csv", "measured,", "", "the columns are experiment,row,dataset,metric,n,ci_low"),
        ("cells.csv", "58.33", "x", "could not convert string to float"),
        ("cells.csv", "58.333333333333336", "nan", "the value nan is not finite"),
        ("cells.csv", "recall@2", "recal@2", "unknown metric 'recal@2'"),
        ("cells.csv", ",full,", ",,full,", "14 fields where the heading has 13"),
        ("table.csv", "row,", "line,", "no column row"),
    ],
)
def test_a_damaged_value_is_a_fault_that_names_it(
    folder: Path, name: str, old: str, new: str, message: str
) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    if old == "58.33":
        text = text.replace("58.333333333333336", new)
    (path).write_text(text.replace(old, new), encoding="utf-8")
    sign_again(folder)
    assert any(message in fault for fault in found(folder)), found(folder)


@pytest.mark.parametrize("text", ["x", "nan", "inf", ""])
def test_a_bad_question_value_is_a_fault_with_its_line(folder: Path, text: str) -> None:
    path = folder / "per_query.csv.gz"
    lines = gzip.decompress(path.read_bytes()).decode().split("\n")
    lines[2] = lines[2].rpartition(",")[0] + "," + text
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    sign_again(folder)
    assert any("per_query.csv.gz, line 3" in fault for fault in found(folder))


@pytest.mark.parametrize(
    "content",
    [
        {"files": None}, {"files": [1]}, {"files": {}}, {"rows": None}, {"rows": {"full": 3}},
        {"config": 3}, {"seeds": 3}, {"seeds": {"seed": "x"}}, {"environment": []},
        {"datasets": 3}, {"schema": "other"}, {"experiment": None},
        {"files": {"cells.csv/x": "0"}}, {"files": {"..": "0"}},
    ],
)  # fmt: skip
def test_a_manifest_of_another_form_is_no_traceback(
    folder: Path, content: dict[str, object]
) -> None:
    edit_manifest(folder, lambda old: {**old, **content})
    faults = found(folder)
    harmless = content.keys() & {"config", "seeds", "environment", "datasets"}
    assert bool(faults) != bool(harmless)


def test_a_folder_in_the_place_of_a_file_is_a_fault(folder: Path) -> None:
    for name in ("table.md", "per_query.csv.gz"):
        (folder / name).unlink()
        (folder / name).mkdir()
    faults = found(folder)
    assert any("cannot be read" in fault and "table.md" in fault for fault in faults)
    assert any("cannot be read" in fault and "per_query.csv.gz" in fault for fault in faults)


def test_one_question_has_no_interval(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        [("a", "q", "recall@5", 50.0), ("b", "q", "recall@5", 100.0)],
        columns=["row", "qid", "metric", "value"],
    )
    reports = [RowReport("a", "A"), RowReport("b", "B")]
    where = {"experiment": "table5", "dataset": "tiny"}
    cells = summarize(frame, reports, **where, metrics=["recall@5"], seed=0)
    comparisons = compare_rows(frame, ["a", "b"], "b", **where, metrics=["recall@5"], seed=0)
    assert [(cell.ci_low, cell.ci_high) for cell in cells] == [(None, None)] * 2
    assert [(item.effect, item.ci_low, item.ci_high) for item in comparisons] == [
        (-50.0, None, None)
    ]
    manifest = make_manifest(
        **where, config={}, seeds={}, inputs={}, environment={}, reports=reports
    )
    header = TableHeader(title="one", dataset="tiny", n=1)
    folder = tmp_path / "table5" / "tiny"
    write_results(
        folder,
        Results(cells, reports, header, manifest, frame=frame, comparisons=comparisons),
    )
    assert found(folder) == []
    text = (folder / "table.md").read_text(encoding="utf-8")
    assert text.count("| – ") == 3  # both cells and the effect
    assert "one question says nothing about the spread" in text
    assert "[50" not in text
    assert "[−50" not in text
    assert read_comparisons(folder / "comparisons.csv") == comparisons


def test_a_summary_of_faults_is_an_error_of_the_project(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    (fault,) = recheck_folder(folder)
    assert isinstance(fault, HippoExpError)
    assert fault.exit_code == 7


def test_a_file_that_no_run_wrote_is_a_fault(folder: Path) -> None:
    (folder / ".hidden").write_text("")
    assert not found(folder)
    (folder / "runs").mkdir()
    (folder / "runs" / "mine.trec.gz").write_bytes(b"")
    (folder / "note.txt").write_text("seen")
    faults = found(folder)
    assert len(faults) == 2
    assert all("the manifest lists no such file" in fault for fault in faults)
