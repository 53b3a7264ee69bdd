"""Results that no longer follow from one another, and files that are damaged."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import pytest

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.reporting import (
    Results,
    RowReport,
    TableHeader,
    cells_to_csv,
    compare_rows,
    comparisons_to_csv,
    make_manifest,
    read_cells,
    read_comparisons,
    summarize,
    write_results,
)
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.storage import digest_bytes

SEED, RESAMPLES, PERMUTATIONS = 3, 200, 99


@pytest.fixture
def folder(results: Results, frame: pd.DataFrame, tmp_path: Path) -> Path:
    """Results whose manifest names seed, numbers of samples and versions, as a run's does."""
    folder = tmp_path / "table5" / "tiny"
    write_results(folder, seeded(results, frame))
    return folder


def seeded(results: Results, frame: pd.DataFrame) -> Results:
    rows = [report.row for report in results.reports]
    where = {"experiment": "table5", "dataset": "tiny"}
    metrics = list(dict.fromkeys(frame["metric"]))
    packages = {name: version(name) for name in ("numpy", "scipy")}
    options = {"bootstrap_resamples": RESAMPLES, "permutation_resamples": PERMUTATIONS}
    manifest = {
        **results.manifest,
        "seeds": {"seed": SEED},
        "config": {"evaluation": options},
        "environment": {"packages": packages},
    }
    cells = summarize(
        frame, results.reports, **where, metrics=metrics, seed=SEED, resamples=RESAMPLES,
        paper=results.paper,
    )  # fmt: skip
    comparisons = compare_rows(
        frame, rows, "full", **where, metrics=metrics, seed=SEED, resamples=RESAMPLES,
        permutations=PERMUTATIONS, paper=results.paper,
    )  # fmt: skip
    return replace(results, cells=cells, comparisons=comparisons, manifest=manifest)


def found(folder: Path) -> list[str]:
    faults = recheck_folder(folder)
    assert all(isinstance(fault, VerificationError) for fault in faults)
    assert all("\n" not in str(fault) for fault in faults)
    assert all(fault.where.startswith("table5/tiny") for fault in faults)
    return [str(fault) for fault in faults]


def sign_again(folder: Path) -> None:
    edit_manifest(
        folder,
        lambda old: {
            **old,
            "files": {name: digest_bytes((folder / name).read_bytes()) for name in old["files"]},  # type: ignore[attr-defined]
        },
    )


def edit_manifest(folder: Path, edit: Callable[[dict[str, object]], Mapping[str, object]]) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(edit(json.loads(path.read_text()))), encoding="utf-8")


def test_a_run_s_results_follow_from_one_another(folder: Path) -> None:
    assert found(folder) == []


def test_an_interval_that_the_seed_does_not_give_is_found(folder: Path) -> None:
    cells = read_cells(folder / "cells.csv")
    assert cells[0].ci_low is not None
    cells[0] = replace(cells[0], ci_low=cells[0].ci_low + 1e-6)
    (folder / "cells.csv").write_bytes(cells_to_csv(cells))
    sign_again(folder)
    assert any("the interval is [" in fault and "should be [" in fault for fault in found(folder))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ci_high": 12.0}, "the interval is ["),
        ({"p_value": 0.75}, "p_value is 0.75 and should be"),
        ({"p_holm": 0.75}, "p_holm is 0.75 and should be"),
        ({"row": "ghost"}, "comparisons of unknown rows (ghost)"),
        ({"baseline": "ghost"}, "comparisons of unknown rows (ghost)"),
    ],
)
def test_an_effect_that_does_not_follow_is_found(
    folder: Path, changes: dict[str, object], message: str
) -> None:
    items = read_comparisons(folder / "comparisons.csv")
    items[0] = replace(items[0], **changes)  # type: ignore[arg-type]
    (folder / "comparisons.csv").write_bytes(comparisons_to_csv(items))
    sign_again(folder)
    assert any(message in fault for fault in found(folder))


def test_under_other_versions_an_interval_must_lie_among_the_values(folder: Path) -> None:
    edit_manifest(folder, lambda old: {**old, "environment": {"packages": {"numpy": "0"}}})
    assert found(folder) == []
    cells = read_cells(folder / "cells.csv")
    cells[0] = replace(cells[0], ci_high=100.5)
    (folder / "cells.csv").write_bytes(cells_to_csv(cells))
    sign_again(folder)
    assert any("is not within its values [table5/tiny/full/recall@2]" in f for f in found(folder))


def test_a_table_of_other_values_is_found_although_the_manifest_agrees(
    folder: Path, results: Results, frame: pd.DataFrame, tmp_path: Path
) -> None:
    """The whole table is made again from changed values; only the per-question file is old."""
    changed = frame.assign(value=frame["value"].where(frame["qid"] != "q3", 100.0))
    write_results(tmp_path / "other" / "tiny", seeded(results, changed))
    for name in ("cells.csv", "comparisons.csv", "table.md", "table.csv", "table.tex"):
        (folder / name).write_bytes((tmp_path / "other" / "tiny" / name).read_bytes())
    sign_again(folder)
    faults = found(folder)
    assert any("measured is" in fault for fault in faults)
    assert not any("table.md" in fault for fault in faults)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("table.md", "58.3 (", "58.9 (", "table.md does not show '58.3 (58.4"),
        ("table.md", "| w/o 50% of it ", "| with 50% of it", "has the line 'with 50% of it'"),
        ("table.md", "4 cells compared", "9 cells compared", "table.md does not say"),
        ("table.md", "−16.7", "+16.7", "table.md does not show '−16.7"),
        ("table.md", "\n| Absent", "\nAbsent", "table.md has"),
        ("table.md", "R@5", "R@10", "table.md has not the rows and headings Row, R@2"),
        ("table.csv", "58.3", "58.9", "it does not follow from cells.csv [table5/tiny/table.csv"),
        ("table.tex", "58.3", "58.9", "table.tex does not show '58.3"),
    ],
)
def test_a_page_that_shows_something_else_is_found(
    folder: Path, name: str, old: str, new: str, message: str
) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    if old == "4 cells compared":
        old = text.partition("**Against the paper:** ")[2].partition(" cells")[0] + " cells"
        new = "9 of 9 cells"
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    sign_again(folder)
    assert any(message.split(" [")[0] in fault for fault in found(folder)), found(folder)


@pytest.mark.parametrize(
    "labels",
    [
        ("HippoRAG [1]", "HippoRAG", "HippoRAG [1] [2]"),
        ("System (n=3)", "System", "System (n=6)"),
        ("[1]", "(n=3)", "[1] (n=3)"),
        ("a | b", "a \\ b", "*a* <b>"),
        ("two  blanks", "same", "same"),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_labels_that_look_like_markers(
    results: Results, tmp_path: Path, labels: tuple[str, ...], strict: bool
) -> None:
    reports = [
        replace(report, label=label, note=note)
        for report, label, note in zip(results.reports, labels, ("", "a note", ""), strict=True)
    ]
    manifest = make_manifest(
        experiment="table5", dataset="tiny", config={}, seeds={}, inputs={}, environment={},
        reports=reports,
    )  # fmt: skip
    frame, cells, comparisons = results.frame, list(results.cells), results.comparisons
    assert frame is not None
    if not strict:  # the second row rests on five questions: each row shows its n
        frame = frame[(frame["row"] == "full") | (frame["qid"] != "q0")]
        cells = summarize(
            frame, reports, experiment="table5", dataset="tiny",
            metrics=["recall@2", "recall@5"], seed=0, paper=results.paper,
        )  # fmt: skip
        comparisons = []
    folder = tmp_path / "table5" / "tiny"
    made = replace(
        results, reports=reports, manifest=manifest, strict=strict, frame=frame, cells=cells,
        comparisons=comparisons,
    )  # fmt: skip
    write_results(folder, made)
    assert found(folder) == []


def test_swapped_lines_of_equal_labels_are_found(results: Results, tmp_path: Path) -> None:
    reports = [replace(report, label="same") for report in results.reports]
    manifest = {
        **results.manifest,
        "rows": {report.row: {"label": "same", "reason": report.reason} for report in reports},
    }
    folder = tmp_path / "table5" / "tiny"
    write_results(folder, replace(results, reports=reports, manifest=manifest))
    assert found(folder) == []
    path = folder / "table.md"
    lines = path.read_text(encoding="utf-8").split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("| same"))
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    path.write_text("\n".join(lines), encoding="utf-8")
    sign_again(folder)
    assert any("table.md does not show" in fault for fault in found(folder))


def test_results_of_a_sample_say_so(folder: Path) -> None:
    edit_manifest(folder, lambda old: {**old, "partial": {"n": 6, "of": 12}})
    assert found(folder) == []
    edit_manifest(folder, lambda old: {**old, "partial": {"n": 6, "of": 13}})
    assert any("does not say 'PARTIAL n=6 of 13'" in fault for fault in found(folder))


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
