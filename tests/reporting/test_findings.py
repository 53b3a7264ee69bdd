from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from hippo_exp.reporting import (
    Results,
    audit,
    cells_to_csv,
    comparisons_to_csv,
    per_query_bytes,
    read_cells,
    read_comparisons,
    read_per_query,
    verify,
    write_results,
)
from hippo_exp.storage import digest_bytes

HEADING = "| claim | value | interval | source |\n|---|---|---|---|\n"


@pytest.fixture
def project(results: Results, tmp_path: Path) -> Path:
    """A project whose only finding quotes the full system's recall@2."""
    write_results(tmp_path / "results" / "table5" / "tiny", results)
    cell = results.cells[0]
    assert cell.ci_low is not None
    assert cell.ci_high is not None
    row = f"| `table5/tiny/full/recall@2` | 58.3 | [{cell.ci_low:.1f}, {cell.ci_high:.1f}] | x |\n"
    (tmp_path / "FINDINGS.md").write_text(HEADING + row, encoding="utf-8")
    return tmp_path


@pytest.fixture
def folder(project: Path) -> Path:
    return project / "results" / "table5" / "tiny"


def faults(project: Path) -> list[str]:
    return [str(fault) for fault in verify(project)]


def change(path: Path, edit: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    assert edit(text) != text
    path.write_text(edit(text), encoding="utf-8")


def sign_again(folder: Path) -> None:
    """Make the manifest agree with the files, as a careful forger would."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    for name in manifest["files"]:
        manifest["files"][name] = digest_bytes((folder / name).read_bytes())
    path.write_text(json.dumps(manifest), encoding="utf-8")


def test_what_is_written_verifies(project: Path) -> None:
    assert faults(project) == []
    found = audit(project)
    assert (found.folders, found.skipped, found.claims) == (("table5/tiny",), (), 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("58.3", "58.4", "value of table5/tiny/full/recall@2 is printed as '58.4' and found as"),
        ("58.3", "58.34", "is printed as '58.34' and found as 58.3333"),
        ("58.3", "about 58", "is printed as 'about 58'"),
        ("58.3", "–", "is printed as '–'"),
        ("[", "[9", "interval of table5/tiny/full/recall@2 is printed as"),
        (", ", " ± ", "interval of table5/tiny/full/recall@2 is printed as"),
        ("table5/", "table6/", "unknown reference table6/tiny/full/recall@2: no such file"),
        ("/full/", "/fool/", "no such row and metric in cells.csv.*the rows are absent, full"),
        ("recall@2", "recall@3", "no such row and metric in cells.csv"),
        ("recall@2", "recal@2", "no such row and metric in cells.csv"),
        ("tiny/", "", "the reference has not four parts"),
        ("| interval |", "| range |", "no column 'interval'"),
        ("`table5", "table5", "no row quotes a result"),
    ],
)
def test_a_wrong_claim_is_found(project: Path, old: str, new: str, message: str) -> None:
    import re

    change(project / "FINDINGS.md", lambda text: text.replace(old, new))
    found = faults(project)
    assert len(found) == 1
    assert re.search(message, found[0])
    assert "FINDINGS.md" in found[0]
    if "no row" not in message:
        assert "FINDINGS.md, line 3" in found[0]


def test_fewer_or_more_digits_and_other_signs_verify(project: Path) -> None:
    before = (project / "FINDINGS.md").read_text(encoding="utf-8")
    for text in ("58", "**58.33**", "58.3 %", "58.3333"):
        changed = before.replace("| 58.3 |", f"| {text} |")
        assert changed != before
        (project / "FINDINGS.md").write_text(changed, encoding="utf-8")
        assert faults(project) == []


def test_effects_are_quoted_from_the_comparisons(project: Path, folder: Path) -> None:
    item = read_comparisons(folder / "comparisons.csv")[0]
    ends = f"{item.ci_low:.1f} to {item.ci_high:.1f}".replace("-", "−")
    row = f"| `effect:table5/tiny/without/recall@2` | −16.7 | {ends} | |\n"
    change(project / "FINDINGS.md", lambda text: text + row)
    assert faults(project) == []
    change(project / "FINDINGS.md", lambda text: text.replace("−16.7", "+16.7"))
    assert (
        "value of effect:table5/tiny/without/recall@2 is printed as '+16.7'" in faults(project)[0]
    )


def test_rows_that_did_not_run_are_quoted_as_such(project: Path) -> None:
    row = "| `table5/tiny/absent/recall@2` | – | – | |\n"
    change(project / "FINDINGS.md", lambda text: text + row)
    assert faults(project) == []
    change(project / "FINDINGS.md", lambda text: text.replace("| – | – |", "| 12.3 | – |"))
    assert "is printed as '12.3' and found as –" in faults(project)[0]


def test_the_readme_is_checked_but_its_paths_are_not(project: Path) -> None:
    readme = project / "README.md"
    readme.write_text(
        "| folder | what |\n|--|--|\n| `hippo_exp/reporting/tables/cell_text` | text |\n"
        "| `results/` | numbers |\n",
        encoding="utf-8",
    )
    assert faults(project) == []
    readme.write_text(
        HEADING + "| `table5/tiny/full/recall@5` | 74.0 | [0, 0] | |\n", encoding="utf-8"
    )
    found = faults(project)
    assert len(found) == 2
    assert all("README.md, line 3" in fault for fault in found)


def test_without_findings_nothing_verifies(project: Path) -> None:
    (project / "FINDINGS.md").unlink()
    assert faults(project) == [
        "the file is missing [FINDINGS.md]: add a table row | `EXPERIMENT/DATASET/ROW/METRIC` | "
        "value | [low, high] |"
    ]


def test_an_edited_file_is_found(project: Path, folder: Path) -> None:
    change(folder / "table.md", lambda text: text.replace("58.3 (", "58.9 ("))
    found = faults(project)
    assert any("the file is not the one of the manifest [table5/tiny/table.md]" in f for f in found)
    assert any("table.md does not show '58.3 (58.4" in fault for fault in found)
    sign_again(folder)
    assert len(faults(project)) == 1


def test_an_edited_measurement_is_found(project: Path, folder: Path) -> None:
    cells = read_cells(folder / "cells.csv")
    assert cells[3].measured is not None
    cells[3] = replace(cells[3], measured=cells[3].measured + 2e-9)
    (folder / "cells.csv").write_bytes(cells_to_csv(cells))
    sign_again(folder)
    found = faults(project)
    assert len(found) == 2
    assert "it does not follow from cells.csv" in found[0]
    assert "and the mean of its values" in found[1]
    assert "table5/tiny/without/recall@5" in found[1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n": 7}, "n is 7 and 6 values exist"),
        ({"delta": 0.25}, "delta is 0.25 and measured minus paper"),
        ({"delta": None}, "delta is None"),
        ({"dataset": "other"}, "a cell of table5/other in another folder"),
        ({"measured": None, "delta": None}, "6 values and a cell without a number"),
        ({"paper": None}, "a delta without both values"),
        ({"verdict": "="}, "the mark is '=' and should be"),
        ({"verdict": ""}, "the mark is '' and should be"),
    ],
)
def test_an_inconsistent_cell_is_found(
    project: Path, folder: Path, changes: dict[str, object], message: str
) -> None:
    cells = read_cells(folder / "cells.csv")
    cells[3] = replace(cells[3], **changes)  # type: ignore[arg-type]
    (folder / "cells.csv").write_bytes(cells_to_csv(cells))
    sign_again(folder)
    assert any(message in fault for fault in faults(project))


def test_changed_question_values_are_found(project: Path, folder: Path) -> None:
    frame = read_per_query(folder / "per_query.csv.gz")
    (folder / "per_query.csv.gz").write_bytes(per_query_bytes(frame.iloc[1:]))
    sign_again(folder)
    found = " ".join(faults(project))
    assert "n is 6 and 5 values exist" in found
    assert "the rows compared have not the same n questions" in found
    extra = frame[frame["row"] == "full"].assign(row="ghost")
    (folder / "per_query.csv.gz").write_bytes(per_query_bytes(extra))
    sign_again(folder)
    found = " ".join(faults(project))
    assert "values without a cell [table5/tiny/ghost/recall@2]" in found
    assert "0 values and a cell with a number" in found


def test_a_changed_effect_is_found(project: Path, folder: Path) -> None:
    items = read_comparisons(folder / "comparisons.csv")
    items[0] = replace(items[0], effect=items[0].effect + 0.1)
    (folder / "comparisons.csv").write_bytes(comparisons_to_csv(items))
    sign_again(folder)
    shown, tex, effect = faults(project)
    assert "table.md does not show '−16.6" in shown
    assert "table.tex does not show '−16.6" in tex
    assert "effect is" in effect


def test_missing_files_are_found(project: Path, folder: Path) -> None:
    (folder / "table.tex").unlink()
    assert "a file of the manifest is missing [table5/tiny/table.tex]" in faults(project)[0]
    (folder / "per_query.csv.gz").unlink()
    assert any("per_query.csv.gz" in fault for fault in faults(project))
    (folder / "manifest.json").unlink()
    assert len(faults(project)) == 1
    assert "manifest.json" in faults(project)[0]


def test_folders_without_question_values_are_skipped_and_counted(
    results: Results, project: Path
) -> None:
    cells = [replace(cell, dataset="other") for cell in results.cells]
    manifest = {**results.manifest, "dataset": "other"}
    plain = replace(results, cells=cells, manifest=manifest, frame=None, comparisons=())
    write_results(project / "results" / "table5" / "other", plain)
    assert faults(project) == []
    assert audit(project).skipped == ("table5/other",)


def test_temporary_folders_of_a_killed_writer_are_no_results(project: Path, folder: Path) -> None:
    left = folder.parent / ".tiny.abc"
    left.mkdir()
    (left / "cells.csv").write_text("half", encoding="utf-8")
    assert faults(project) == []


def test_one_folder_may_hold_several_data_sets(results: Results, project: Path) -> None:
    frame = results.frame
    assert frame is not None
    both = [replace(cell, dataset=name) for name in ("hops1", "hops2") for cell in results.cells]
    manifest = {**results.manifest, "dataset": "all", "datasets": ["hops1", "hops2"]}
    values = pd.concat([frame.assign(qid=name + "/" + frame["qid"]) for name in ("hops1", "hops2")])
    several = replace(results, cells=both, manifest=manifest, frame=values, comparisons=())
    write_results(project / "results" / "table5" / "all", several)
    assert faults(project) == []
    cell = next(cell for cell in results.cells if cell.measured is not None)
    page = project / "FINDINGS.md"
    claim = f"| `table5/all:hops2/{cell.row}/{cell.metric}` | 0.1234 | [0, 1] |"
    page.write_text(page.read_text() + f"\n| claim | value | interval |\n|---|---|---|\n{claim}\n")
    assert any("printed as '0.1234'" in fault for fault in faults(project))
