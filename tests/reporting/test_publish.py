"""Publishing: earlier files, killed runs, two runs at once, links and other file systems."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hippo_exp.errors import StoreError
from hippo_exp.reporting import staged_folder
from hippo_exp.storage import digest_bytes

ReadTree = Callable[[Path], dict[str, bytes]]
SCRIPT = """
import os, signal, sys, time
from pathlib import Path
from hippo_exp.reporting import staged_folder
folder = Path(sys.argv[1])
def write(text, names):
    with staged_folder(folder, {"schema": text}) as stage:
        for name in names:
            (stage / name).write_text(text * 1000)
def on_move(act):
    move, count = Path.replace, []
    def moved(self, target):
        if Path(target).parent == folder and not Path(target).name.startswith("."):
            count.append(target)
            act(len(count))
        return move(self, target)
    Path.replace = moved
def die(count):
    if count == 3:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def script(folder: Path, body: str) -> subprocess.Popen[bytes]:
    code = SCRIPT + textwrap.dedent(body)
    return subprocess.Popen([sys.executable, "-c", code, str(folder)])


def write(folder: Path, text: str, names: str) -> None:
    with staged_folder(folder, {"schema": text}) as stage:
        for name in names:
            (stage / name).write_text(text, encoding="utf-8")


def texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")[:3]
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def assert_whole(folder: Path) -> None:
    """The manifest is there and its digests are those of the files beside it."""
    files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert files
    for name, digest in files.items():
        assert digest_bytes((folder / name).read_bytes()) == digest


def test_only_files_of_the_earlier_manifest_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    with staged_folder(folder, {}) as stage:
        (stage / "runs" / "old").mkdir(parents=True)
        for name in ("graph.md", "top5.md", "explanations.json", "runs/old/a.trec.gz", "x.png"):
            (stage / name).write_text("old", encoding="utf-8")
    (folder / "notes.png").write_text("mine", encoding="utf-8")
    (folder / "table.old.md").write_text("mine", encoding="utf-8")
    write(folder, "new", "x")
    assert texts(folder) == {"notes.png": "min", "table.old.md": "min", "x": "new"}
    assert not (folder / "runs").exists()


@pytest.mark.parametrize("name", ["../kept", "/kept", "a/../../kept", "", ".", "manifest.json"])
def test_a_manifest_cannot_name_files_elsewhere(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "tiny"
    kept = tmp_path / "kept"
    kept.write_text("mine", encoding="utf-8")
    write(folder, "old", "a")
    name = str(kept) if name == "/kept" else name
    (folder / "manifest.json").write_text(json.dumps({"files": {name: "", "a": ""}}))
    write(folder, "new", "b")
    assert kept.read_text(encoding="utf-8") == "mine"
    assert texts(folder) == {"b": "new"}
    assert_whole(folder)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b'{"files": 3}'])
def test_a_damaged_manifest_of_an_earlier_run_is_replaced(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "tiny"
    write(folder, "old", "ab")
    (folder / "manifest.json").write_bytes(content)
    write(folder, "new", "a")
    assert texts(folder) == {"a": "new", "b": "old"}
    assert_whole(folder)


def test_a_killed_run_is_cleared_away_by_the_next(tmp_path: Path, read_tree: ReadTree) -> None:
    """The process dies before its third rename; the files of both runs are known afterwards."""
    folder = tmp_path / "tiny"
    done = script(folder, "write('old', 'abcd'); on_move(die); write('new', 'abcx')").wait()
    assert done == -signal.SIGKILL
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    found = {name: text for name, text in texts(folder).items() if not name.startswith(".")}
    assert found == {"a": "new", "b": "new", "c": "old", "d": "old", "notes.txt": "min"}
    assert not (folder / "manifest.json").exists()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert len(left) == 3  # the folder, its lock, the temporary folder
    write(folder, "end", "a")
    assert texts(folder) == {"a": "end", "notes.txt": "min"}
    assert_whole(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


def test_a_run_killed_before_it_publishes_leaves_nothing_behind_for_long(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    body = """
        with staged_folder(folder, {}) as stage:
            (stage / "a").write_text("half")
            os.kill(os.getpid(), signal.SIGKILL)
    """
    assert script(folder, body).wait() == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".tiny.")
    write(tmp_path / "tiny2", "new", "a")  # another folder leaves it alone
    assert left.is_dir()
    write(folder, "new", "a")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny", "tiny2"]


def test_the_temporary_folder_of_a_living_run_stays(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    with staged_folder(folder, {}) as stage:
        (stage / "a").write_text("one", encoding="utf-8")
        write(folder, "two", "b")
        assert (stage / "a").is_file()
    assert texts(folder) == {"a": "one"}
    elsewhere = tmp_path / f".tiny.{2**22 + 1}-00000000.abcdefgh"
    elsewhere.mkdir()  # of another machine: whether it lives cannot be told
    write(folder, "new", "a")
    assert elsewhere.is_dir()


def test_two_runs_of_one_folder_do_not_interleave(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    slow = "on_move(lambda count: time.sleep(0.05)); write({!r}, 'abcdefgh')"
    runs = [script(folder, slow.format(text)) for text in ("one", "two")]
    assert [run.wait() for run in runs] == [0, 0]
    assert_whole(folder)
    assert len(set(texts(folder).values())) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


def test_a_run_waits_for_the_lock_of_another(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    lock = tmp_path / ".tiny.lock"
    holder = {"host": socket.gethostname(), "pid": os.getpid(), "token": "x"}
    lock.write_text(json.dumps(holder), encoding="utf-8")
    run = script(folder, "write('new', 'a')")
    time.sleep(2)
    assert run.poll() is None
    assert not folder.exists()
    lock.unlink()
    assert run.wait() == 0
    assert texts(folder) == {"a": "new"}


def test_a_check_under_the_lock_can_stop_a_publication(tmp_path: Path, read_tree: ReadTree) -> None:
    folder = tmp_path / "tiny"
    write(folder, "old", "a")
    before = read_tree(tmp_path)

    def refuse() -> None:
        assert (tmp_path / ".tiny.lock").is_file()
        raise StoreError("taken")

    with pytest.raises(StoreError, match="taken"), staged_folder(folder, {}, check=refuse) as stage:
        (stage / "a").write_text("new", encoding="utf-8")
    assert read_tree(tmp_path) == before


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder on another file system, where there is one."""
    shared = Path("/dev/shm")
    if not shared.is_dir() or shared.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second file system to write to")
    with tempfile.TemporaryDirectory(dir=shared) as name:
        yield Path(name)


@pytest.mark.parametrize("exists", [True, False])
def test_the_folder_may_be_a_link(tmp_path: Path, exists: bool) -> None:
    real = tmp_path / "disk" / "place"
    if exists:
        real.mkdir(parents=True)
    folder = tmp_path / "tiny"
    folder.symlink_to(real)
    write(folder, "old", "ab")
    write(folder, "new", "a")
    assert folder.is_symlink()
    assert texts(real) == {"a": "new"}
    assert_whole(folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["disk", "tiny"]
    assert [path.name for path in real.parent.iterdir()] == ["place"]


def test_the_folder_or_a_folder_in_it_may_be_on_another_file_system(
    tmp_path: Path, elsewhere: Path
) -> None:
    (tmp_path / "link").symlink_to(elsewhere / "place")
    write(tmp_path / "link", "old", "ab")
    write(tmp_path / "link", "new", "a")
    assert texts(elsewhere / "place") == {"a": "new"}
    folder = tmp_path / "tiny"
    folder.mkdir()
    (elsewhere / "runs").mkdir()
    (folder / "runs").symlink_to(elsewhere / "runs")
    with staged_folder(folder, {}) as stage:
        (stage / "runs").mkdir()
        (stage / "runs" / "a").write_text("run", encoding="utf-8")
    assert (elsewhere / "runs" / "a").read_text(encoding="utf-8") == "run"
    assert_whole(folder)


def test_a_mounted_folder_is_staged_within_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda self: self == folder)
    with staged_folder(folder, {}) as stage:
        assert stage.is_relative_to(folder)
        (stage / "a").write_text("new", encoding="utf-8")
    assert sorted(path.name for path in folder.iterdir()) == ["a", "manifest.json"]


def test_a_failed_move_is_one_error_and_the_next_run_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "tiny"
    write(folder, "old", "ab")
    move = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target == folder / "c":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return move(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(StoreError, match="No space left"):
            write(folder, "new", "acx")
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]
    write(folder, "end", "a")
    assert texts(folder) == {"a": "end"}
