"""Results that no longer follow from one another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from recheck_cases import edit_manifest, found, seeded, sign_again

from hippo_exp.reporting import (
    Results,
    cells_to_csv,
    comparisons_to_csv,
    make_manifest,
    read_cells,
    read_comparisons,
    summarize,
    write_results,
)


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
