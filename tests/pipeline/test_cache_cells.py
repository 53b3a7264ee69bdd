"""Cells of a cache by state, and their deletion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.errors import DataError
from hippo_exp.pipeline.cache.cell_faults import cell_fault
from hippo_exp.pipeline.cache.cells import FILES, KeptCell, survey_cells
from hippo_exp.pipeline.cache.choice import Wish, choose
from hippo_exp.pipeline.cache.contents import contents_of
from hippo_exp.pipeline.cache.deletion import carry_out, remove_cell
from hippo_exp.pipeline.cells.keeper import CELLS, CellKeeper
from hippo_exp.pipeline.cells.outcome import Outcome, outcome_files
from hippo_exp.types import Ranking

KILLED = """
import sys, time
from pathlib import Path
from hippo_exp.pipeline.cells.keeper import CellKeeper

def work():
    print("working", flush=True)
    time.sleep(600)

CellKeeper(Path(sys.argv[1])).outcome(sys.argv[2], "row", "data", work)
"""


def identity(number: int) -> str:
    return f"{number:032x}"


def outcome() -> Outcome:
    return Outcome((Ranking("q1", np.arange(3), np.array([3.0, 2.0, 1.0])),))


def raising(error: BaseException) -> Outcome:
    raise error


@pytest.fixture
def keeper(tmp_path: Path) -> CellKeeper:
    return CellKeeper(tmp_path / CELLS)


def done(keeper: CellKeeper, number: int) -> Path:
    keeper.outcome(identity(number), "row", "data", outcome)
    return keeper.folder(identity(number))


def fail(keeper: CellKeeper, number: int) -> None:
    with pytest.raises(DataError):
        keeper.outcome(identity(number), "row", "data", lambda: raising(DataError("no")))


def interrupt(keeper: CellKeeper, number: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        keeper.outcome(identity(number), "row", "data", lambda: raising(KeyboardInterrupt()))


def states(root: Path) -> list[str]:
    return [cell.state for cell in survey_cells(root).cells]


def test_the_names_are_those_that_a_cell_writes(keeper: CellKeeper) -> None:
    folder = done(keeper, 1)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert sorted(outcome_files(outcome())) == sorted(FILES[1:])


def test_states_and_what_goes(tmp_path: Path, keeper: CellKeeper) -> None:
    done(keeper, 1)
    fail(keeper, 2)
    interrupt(keeper, 3)
    (keeper.folder(identity(4))).mkdir()
    done(keeper, 5)
    (keeper.folder(identity(5)) / "status.json").write_text("{")
    expected = ["done", "failed", "interrupted", "interrupted", "damaged"]
    assert states(tmp_path) == expected

    seen: list[object] = []

    def look() -> Outcome:
        [cell] = [c for c in survey_cells(tmp_path).cells if c.folder.name == identity(6)]
        removed = remove_cell(cell, lambda now: True)
        chosen = choose(contents_of(tmp_path), Wish(older_than=0)).cells
        seen.extend([cell.state, removed.files, cell in chosen])
        return outcome()

    keeper.outcome(identity(6), "row", "data", look)
    assert seen == ["running", 0, False]
    choice = choose(contents_of(tmp_path), Wish(failed=True))
    assert [cell.state for cell in choice.cells] == ["failed", "interrupted", "interrupted"]
    assert carry_out(choice).files == 2
    assert states(tmp_path) == ["done", "damaged", "done"]
    carry_out(choose(contents_of(tmp_path), Wish(older_than=0)))
    assert [path for path in (tmp_path / CELLS).rglob("*") if path.is_file()] == []
    assert done(keeper, 2).is_dir()


def test_a_killed_worker_leaves_an_interrupted_cell(tmp_path: Path, keeper: CellKeeper) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / CELLS), identity(7)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "working"
    assert states(tmp_path) == ["running"]
    part = keeper.folder(identity(7)) / ".rankings.npz.ab_4x9zz"
    part.write_bytes(b"part")
    assert survey_cells(tmp_path).left == []
    process.kill()
    process.communicate()
    assert states(tmp_path) == ["interrupted"]
    lock = keeper.folder(identity(7)).with_suffix(".lock")
    assert sorted(file.path for file in survey_cells(tmp_path).left) == sorted([part, lock])
    carry_out(choose(contents_of(tmp_path), Wish()))
    assert not lock.exists()
    assert not part.exists()
    assert states(tmp_path) == ["interrupted"]
    carry_out(choose(contents_of(tmp_path), Wish(failed=True)))
    assert states(tmp_path) == []


def test_a_cell_that_was_done_meanwhile_stays(tmp_path: Path, keeper: CellKeeper) -> None:
    fail(keeper, 1)
    choice = choose(contents_of(tmp_path), Wish(failed=True))
    done(keeper, 1)
    assert carry_out(choice).files == 0
    assert states(tmp_path) == ["done"]


def test_foreign_files_and_links_stay(tmp_path: Path, keeper: CellKeeper) -> None:
    outside = CellKeeper(tmp_path / "outside" / CELLS)
    fail(outside, 3)
    fail(outside, 4)
    fail(keeper, 1)
    folder = keeper.folder(identity(1))
    (folder / "notes.txt").write_text("mine")
    (folder / "outcome.json").symlink_to(outside.folder(identity(3)) / "status.json")
    folder.with_name(identity(3)).symlink_to(outside.folder(identity(3)))
    (tmp_path / CELLS / "ab").symlink_to(tmp_path / "outside" / CELLS / "00")
    found = survey_cells(tmp_path)
    assert [cell.folder for cell in found.cells] == [folder]
    assert found.foreign == 4
    assert carry_out(choose(contents_of(tmp_path), Wish(failed=True))).files == 1
    assert sorted(path.name for path in folder.iterdir()) == ["notes.txt", "outcome.json"]
    assert states(tmp_path / "outside") == ["failed", "failed"]
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / CELLS).symlink_to(tmp_path / "outside" / CELLS)
    assert survey_cells(tmp_path / "link").cells == []


def only(root: Path) -> KeptCell:
    [cell] = survey_cells(root).cells
    return cell


@pytest.mark.parametrize("name", FILES)
def test_damage_is_named(tmp_path: Path, keeper: CellKeeper, name: str) -> None:
    folder = done(keeper, 1)
    assert cell_fault(only(tmp_path)) == ""
    (folder / name).write_bytes(b"garbage")
    damaged = "its status cannot be read" if name == FILES[0] else f"{name} is not as it was"
    assert damaged in cell_fault(only(tmp_path))
    (folder / name).unlink()
    missing = "" if name == FILES[0] else f"{name} is missing"
    assert cell_fault(only(tmp_path)) == missing


def test_a_cell_under_another_s_name_is_not_believed(tmp_path: Path, keeper: CellKeeper) -> None:
    folder = done(keeper, 1)
    folder.rename(folder.with_name(identity(2)))
    assert "another cell's" in cell_fault(only(tmp_path))
    assert not keeper.is_done(identity(2))


def test_no_file_outside_the_cell_is_read(tmp_path: Path, keeper: CellKeeper) -> None:
    status = done(keeper, 1) / "status.json"
    plain = json.loads(status.read_text())
    plain["files"] = {"../../../secret": "0" * 64}
    status.write_text(json.dumps(plain))
    assert cell_fault(only(tmp_path)) == "outcome.json is missing"


def test_what_was_used_lately_stays(tmp_path: Path, keeper: CellKeeper) -> None:
    for number, days in ((1, 40), (2, 20)):
        folder = done(keeper, number)
        for path in folder.iterdir():
            then = time.time() - days * 86_400
            os.utime(path, (then, then))
    fail(keeper, 3)
    found = contents_of(tmp_path)
    names = [cell.folder.name for cell in choose(found, Wish(older_than=30)).cells]
    assert names == [identity(1)]
    assert choose(found, Wish(older_than=30, failed=True)).cells == []
    assert choose(found, Wish(max_gb=0)).cells == []
    assert choose(found, Wish()).cells == []
