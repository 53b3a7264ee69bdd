"""What a cell keeps, and what its status says after whatever ended it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.errors import DataError, StoreError
from hippo_exp.pipeline.cells.attempt import CellFailedError
from hippo_exp.pipeline.cells.code import code_digest
from hippo_exp.pipeline.cells.keeper import CellKeeper, NotRunError
from hippo_exp.pipeline.cells.limit import TimeLimitError
from hippo_exp.pipeline.cells.outcome import Outcome, outcome_files, outcome_from
from hippo_exp.pipeline.cells.status import read_status, write_status
from hippo_exp.types import Ranking

ID = "ab" + "0" * 30


def ranked(*lengths: int, outcome: str = "ok") -> Outcome:
    rankings = tuple(
        Ranking(f"q{n}", np.arange(n, dtype=np.int64), np.linspace(1, 0, n), outcome)
        for n in lengths
    )
    return Outcome(rankings, {"nodes": 3}, ({"solver": "gauss_seidel", "tol": 1e-10},))


def same(left: Outcome, right: Outcome) -> bool:
    return (left.graph, left.solves) == (right.graph, right.solves) and all(
        (a.question_id, a.outcome) == (b.question_id, b.outcome)
        and np.array_equal(a.passages, b.passages)
        and np.array_equal(a.scores, b.scores)
        for a, b in zip(left.rankings, right.rankings, strict=True)
    )


def never() -> Outcome:
    raise AssertionError("worked again")


def test_a_finished_cell_is_read_and_not_worked_on_again(tmp_path: Path) -> None:
    first = CellKeeper(tmp_path)
    worked = first.outcome(ID, "hipporag", "toy", lambda: ranked(3, 0, 20))
    second = CellKeeper(tmp_path)
    kept = second.outcome(ID, "hipporag", "toy", never)
    assert same(worked, kept)
    assert (first.worked, first.kept, second.worked, second.kept) == (1, 0, 0, 1)
    status = read_status(first.folder(ID))
    assert status is not None
    assert (status.state, status.row, status.dataset) == ("done", "hipporag", "toy")
    assert status.pid > 0
    assert status.host
    assert status.seconds >= 0


def test_outcome_without_any_question_or_passage_survives_the_files() -> None:
    for outcome in (ranked(), ranked(0), ranked(1, 0, 2)):
        assert same(outcome, outcome_from(outcome_files(outcome)))


def test_overwrite_works_again_and_table_only_never(tmp_path: Path) -> None:
    with pytest.raises(NotRunError, match="has not been run"):
        CellKeeper(tmp_path, "table_only").outcome(ID, "r", "d", never)
    CellKeeper(tmp_path).outcome(ID, "r", "d", lambda: ranked(1))
    again = CellKeeper(tmp_path, "overwrite").outcome(ID, "r", "d", lambda: ranked(2))
    assert len(again.rankings[0].passages) == 2
    assert same(again, CellKeeper(tmp_path, "table_only").outcome(ID, "r", "d", never))


def test_a_defect_is_one_line_and_its_traceback_is_in_the_status(tmp_path: Path) -> None:
    def broken() -> Outcome:
        raise ZeroDivisionError("by nothing")

    keeper = CellKeeper(tmp_path)
    with pytest.raises(CellFailedError, match="ZeroDivisionError: by nothing") as caught:
        keeper.outcome(ID, "r", "d", broken)
    assert "\n" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)
    status = read_status(keeper.folder(ID))
    assert status is not None
    assert status.state == "failed"
    assert "in broken" in status.traceback
    with pytest.raises(CellFailedError, match="by nothing"):
        CellKeeper(tmp_path, "table_only").outcome(ID, "r", "d", never)
    assert keeper.outcome(ID, "r", "d", lambda: ranked(2)).final


def test_the_projects_own_errors_pass_as_they_are(tmp_path: Path) -> None:
    def broken() -> Outcome:
        raise DataError("no triples", where="here")

    keeper = CellKeeper(tmp_path)
    with pytest.raises(DataError, match=r"no triples \[here\]"):
        keeper.outcome(ID, "r", "d", broken)
    status = read_status(keeper.folder(ID))
    assert status is not None
    assert status.error == "no triples [here]"


def test_an_interrupt_leaves_running_and_the_next_run_works_on_it(tmp_path: Path) -> None:
    def interrupted() -> Outcome:
        raise KeyboardInterrupt

    keeper = CellKeeper(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        keeper.outcome(ID, "r", "d", interrupted)
    status = read_status(keeper.folder(ID))
    assert status is not None
    assert status.state == "running"
    assert keeper.outcome(ID, "r", "d", lambda: ranked(1)).final


@pytest.mark.parametrize("name", ["rankings.npz", "outcome.json"])
@pytest.mark.parametrize("damage", ["truncated", "other", "gone"])
def test_a_damaged_cell_is_worked_on_again_with_a_warning(
    tmp_path: Path, name: str, damage: str
) -> None:
    keeper = CellKeeper(tmp_path)
    keeper.outcome(ID, "r", "d", lambda: ranked(4))
    path = keeper.folder(ID) / name
    if damage == "gone":
        path.unlink()
    else:
        data = path.read_bytes()
        path.write_bytes(data[:-7] if damage == "truncated" else b"other")
    with pytest.warns(UserWarning, match="worked on again"):
        found = keeper.outcome(ID, "r", "d", lambda: ranked(5))
    assert same(found, CellKeeper(tmp_path).outcome(ID, "r", "d", never))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"state": "done"}', '{"state": "off"}'])
def test_a_status_that_is_none_is_no_done_mark(tmp_path: Path, text: str) -> None:
    keeper = CellKeeper(tmp_path)
    keeper.outcome(ID, "r", "d", lambda: ranked(1))
    (keeper.folder(ID) / "status.json").write_text(text)
    assert not keeper.is_done(ID)
    assert keeper.outcome(ID, "r", "d", lambda: ranked(2)).final
    assert keeper.is_done(ID)


def test_an_outcome_with_failed_calls_is_not_final(tmp_path: Path) -> None:
    keeper = CellKeeper(tmp_path)
    keeper.outcome(ID, "r", "d", lambda: ranked(1, outcome="thought_api_error"))
    assert not keeper.is_done(ID)


def test_a_worker_that_never_returns_is_stopped(tmp_path: Path) -> None:
    def endless() -> Outcome:
        while True:
            time.sleep(0.01)

    keeper = CellKeeper(tmp_path, time_limit_s=0.2)
    with pytest.raises(TimeLimitError, match=r"no result after 0\.2 s"):
        keeper.outcome(ID, "r", "d", endless)
    status = read_status(keeper.folder(ID))
    assert status is not None
    assert status.state == "failed"
    assert CellKeeper(tmp_path).outcome(ID, "r", "d", lambda: ranked(1)).final


def test_a_clock_that_goes_backwards_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = CellKeeper(tmp_path)
    keeper.outcome(ID, "r", "d", lambda: ranked(1))
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert same(ranked(1), CellKeeper(tmp_path).outcome(ID, "r", "d", never))
    other = "cd" + ID[2:]
    keeper.outcome(other, "r", "d", lambda: ranked(2))
    status = read_status(keeper.folder(other))
    assert status is not None
    assert status.seconds >= 0


def test_a_place_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "ab").write_text("a file where a folder has to be")
    with pytest.raises(StoreError, match="cannot write"):
        CellKeeper(tmp_path).outcome(ID, "r", "d", lambda: ranked(1))


def test_without_a_cache_nothing_is_kept() -> None:
    keeper = CellKeeper(None)
    assert same(ranked(2), keeper.outcome(ID, "r", "d", lambda: ranked(2)))
    assert not keeper.is_done(ID)


def test_two_processes_at_once_work_once(tmp_path: Path) -> None:
    script = (
        "import sys, time, pathlib\n"
        "from tests.pipeline.test_kept_cells import ID, ranked\n"
        "from hippo_exp.pipeline.cells.keeper import CellKeeper\n"
        "def work():\n"
        "    time.sleep(1.0)\n"
        "    return ranked(3)\n"
        "keeper = CellKeeper(pathlib.Path(sys.argv[1]))\n"
        "keeper.outcome(ID, 'r', 'd', work)\n"
        "print(keeper.worked, keeper.kept)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    root = Path(__file__).resolve().parents[2]
    both = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    printed = sorted(process.communicate(timeout=60)[0].strip() for process in both)
    assert printed == ["0 1", "1 0"]


def test_the_digest_of_the_code_is_that_of_its_files() -> None:
    assert len(code_digest()) == 64
    assert code_digest() == code_digest()


def test_status_of_text_that_is_no_unicode(tmp_path: Path) -> None:
    keeper = CellKeeper(tmp_path)
    keeper.outcome(ID, "r", "d", lambda: ranked(1))
    status = read_status(keeper.folder(ID))
    assert status is not None
    write_status(keeper.folder(ID), status.failed(ValueError("\udcff broken"), 1.0))
    found = read_status(keeper.folder(ID))
    assert found is not None
    assert "broken" in found.error
