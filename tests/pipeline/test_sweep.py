"""A sweep from the command line: what is missing is run, all cells are joined, nothing is lost."""

from __future__ import annotations

import csv
import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from omegaconf import OmegaConf
from sweep_cases import AXES, ROOT, ROWS, SMALL, cells, limit_files, marks, measured, sweep, table

from hippo_exp.pipeline.cells.status import read_status
from hippo_exp.pipeline.sweep.launch import POINT, PointTask
from hippo_exp.reporting import read_manifest


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sweep")
    done = sweep(folder, ROWS, *AXES)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    shutil.copytree(finished, tmp_path / "copy")
    return tmp_path / "copy"


def test_all_cells_are_joined_with_their_places(finished: Path) -> None:
    found = cells(finished)
    places = [(cell["expansion.restart_prob"], cell["synonymy.threshold"]) for cell in found]
    assert list(dict.fromkeys(places)) == [
        ("0.3", "0.7"),
        ("0.3", "0.9"),
        ("0.5", "0.7"),
        ("0.5", "0.9"),
    ]
    assert len(found) == 4 * 2 * 2
    assert all(float(cell["ci_low"]) <= float(cell["measured"]) for cell in found)
    text = (table(finished) / "table.md").read_text("utf-8")
    assert "| HippoRAG | 0.3 |" in text
    assert "threshold=0.9" in text
    assert (table(finished) / "sweep_recall_at_5.svg").is_file()
    manifest = read_manifest(table(finished) / "manifest.json")
    assert manifest["sweep"] == {
        "expansion.restart_prob": ["0.3", "0.5"],
        "synonymy.threshold": ["0.7", "0.9"],
    }


def test_measures_in_another_order_are_not_taken_for_each_other(copied: Path) -> None:
    before = measured(copied)
    done = sweep(copied, ROWS, *AXES, "experiment.metrics=[recall@5,recall@2]")
    assert done.returncode == 0, done.stderr
    assert list(measured(copied)) != list(before)
    assert measured(copied) == before


def test_a_cell_is_what_the_experiment_itself_gives(finished: Path, tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "experiments.table5", *SMALL, ROWS),
        *("expansion.restart_prob=0.3", "synonymy.threshold=0.9"),
        *(f"out={tmp_path}", f"cache.root={tmp_path / 'cache'}"),
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with (tmp_path / "table5/synthetic/cells.csv").open(encoding="utf-8", newline="") as stream:
        alone = list(csv.DictReader(stream))
    point = {"expansion.restart_prob": "0.3", "synonymy.threshold": "0.9"}
    joined = [cell for cell in cells(finished) if point.items() <= cell.items()]
    assert [{**cell, **point} for cell in alone] == joined


def test_the_same_command_again_does_nothing(copied: Path) -> None:
    before = marks(copied)
    again = sweep(copied, ROWS, *AXES)
    assert again.returncode == 0
    assert "nothing has changed" in again.stderr
    assert "0 to run" in again.stderr
    assert marks(copied) == before


def test_only_what_lacks_its_mark_is_run(copied: Path) -> None:
    before, data = marks(copied), (table(copied) / "cells.csv").read_bytes()
    lost = next(iter(before))
    (copied / "cache" / "cells" / lost[:2] / lost / "status.json").unlink()
    for path in (copied / "cache" / "summary").glob("*.npz"):
        path.unlink()
    assert sweep(copied, ROWS, *AXES).returncode == 0
    after = marks(copied)
    assert {name for name in before if before[name] != after[name]} == {lost}
    assert (table(copied) / "cells.csv").read_bytes() == data


def test_overwriting_one_row_leaves_the_others_alone(copied: Path) -> None:
    before = marks(copied)
    more = ("cells.mode=overwrite", "overwrite=true")
    done = sweep(copied, "rows=[query_nodes_only]", AXES[1], *more)
    assert done.returncode == 0, done.stderr
    after = marks(copied)
    again = [name for name in before if after[name] != before[name]]
    paths = copied.glob("cache/cells/*/*/status.json")
    rows = {path.parent.name: read_status(path.parent) for path in paths}
    assert again
    assert {status.row for name, status in rows.items() if status and name in again} == {
        "query_nodes_only"
    }


def test_a_task_goes_to_another_process_and_back(tmp_path: Path) -> None:
    overrides = [*SMALL, "rows=[hipporag]", f"cache.root={tmp_path / 'cache'}"]
    made = PointTask("table5", [[], overrides], str(tmp_path))
    task = pickle.loads(pickle.dumps(made))  # as launchers do
    assert json.loads(json.dumps(task(OmegaConf.create({POINT: 1})))) == []
    assert len(list(tmp_path.glob("cache/cells/*/*/status.json"))) == 1
    assert task.__class__ is PointTask


def test_more_points_run_only_the_new_ones(copied: Path) -> None:
    before = marks(copied)
    done = sweep(copied, ROWS, "expansion.restart_prob=0.3,0.5,0.7", AXES[1], "overwrite=true")
    assert "12 cells: 10 done" in done.stderr
    after = marks(copied)
    assert {name: after[name] for name in before} == before
    assert len(cells(copied)) == 6 * 2 * 2


def test_table_only_shows_what_is_there(copied: Path) -> None:
    done = sweep(copied, ROWS, "expansion.restart_prob=0.3,0.7", AXES[1], "cells.mode=table_only")
    assert done.returncode == 0
    assert "PARTIAL: 4 cells not run yet" in (table(copied) / "table.md").read_text("utf-8")
    missing = [cell for cell in cells(copied) if not cell["measured"]]
    assert {cell["reason"] for cell in missing} == {"not run yet"}
    # query_nodes_only has no restart probability, so that its cells of 0.3 are those of 0.7 too
    assert {cell["row"] for cell in missing} == {"hipporag"}


def test_a_plan_without_work(copied: Path) -> None:
    done = sweep(copied, ROWS, "expansion.restart_prob=0.3,0.7", AXES[1], "dry_run=true")
    assert done.returncode == 0
    assert "8 cells: 6 done, 0 failed before, 2 to run" in done.stderr
    assert "by 6 earlier cells" in done.stderr
    assert "2 rankings with every stage kept" in done.stderr
    assert done.stdout.count("  missing") == 2


def test_a_plan_counts_each_ranking_once(copied: Path) -> None:
    done = sweep(copied, ROWS, *AXES, "seed=0,1", "dry_run=true")
    assert "16 cells: 8 done, 0 failed before, 8 to run (0 to rank, the others'" in done.stderr
    assert done.stdout.count("ranked") == 8


def test_a_plan_of_work_that_is_overwritten(copied: Path) -> None:
    done = sweep(copied, ROWS, *AXES, "cells.mode=overwrite", "dry_run=true")
    assert "8 cells: 0 done, 0 failed before, 8 to run" in done.stderr


def test_a_disk_that_is_full_at_the_end_leaves_no_half_table(copied: Path) -> None:
    shutil.rmtree(copied / "out")
    done = sweep(copied, ROWS, *AXES, preexec_fn=lambda: limit_files(20_000))
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith("error: cannot write")
    assert not table(copied).exists()
    assert sweep(copied, ROWS, *AXES).returncode == 0
    assert all(cell["measured"] for cell in cells(copied))


def test_results_that_cannot_be_written_are_one_line(copied: Path) -> None:
    shutil.rmtree(copied / "out")
    (copied / "out").write_text("a file where the results tree has to be")
    done = sweep(copied, ROWS, *AXES)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith("error: ")
    (copied / "out").unlink()
    assert sweep(copied, ROWS, *AXES).returncode == 0
    assert all(cell["measured"] for cell in cells(copied))
