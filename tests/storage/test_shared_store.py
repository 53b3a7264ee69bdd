"""One store, several threads and processes, some of which are killed."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.errors import StoreError
from hippo_exp.storage import NotKeptError, ProbeStore, Store

KEY = {"k": 1}
PATIENCE = 120.0
CHILD = """
import sys, time
from pathlib import Path
import numpy as np
from hippo_exp.storage import Store

root, name = Path(sys.argv[1]), sys.argv[2]

def compute():
    with (root / "calls").open("a") as calls:
        calls.write(name + "\\n")
    end = time.monotonic() + 120
    while not (root / "go").exists():
        assert time.monotonic() < end
        time.sleep(0.01)
    return {"x": np.arange(5)}

store = Store(root, waiting=lambda line: print(line, flush=True))
print(store.arrays("stage", 1, {"k": 1}, compute)["x"].sum(), store.hits, flush=True)
"""

Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a process that needs the entry, and computes it once a file ``go`` is there."""
    running: list[subprocess.Popen[str]] = []

    def started(name: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", CHILD, str(tmp_path), name]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return running[-1]

    yield started
    for process in running:
        process.kill()
        process.communicate()


def calls(root: Path) -> list[str]:
    path = root / "calls"
    return path.read_text().split() if path.exists() else []


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def entries(root: Path) -> list[str]:
    return sorted(path.suffix for path in (root / "stage").iterdir())


def test_two_processes_compute_one_key_once(tmp_path: Path, start: Start) -> None:
    first = start("first")
    until(lambda: calls(tmp_path) == ["first"])
    second = start("second")
    assert f"stage stage: process {first.pid} on " in said(second)
    (tmp_path / "go").touch()
    assert (said(first), said(second)) == ("10 {}", "10 {'stage': 1}")
    assert calls(tmp_path) == ["first"]
    assert entries(tmp_path) == [".npz"]


def test_a_killed_process_leaves_its_work_to_the_one_that_waits(
    tmp_path: Path, start: Start
) -> None:
    first = start("first")
    until(lambda: calls(tmp_path) == ["first"])
    second = start("second")
    assert f"process {first.pid} on " in said(second)
    first.kill()
    first.wait()
    until(lambda: calls(tmp_path) == ["first", "second"])
    (tmp_path / "go").touch()
    assert said(second) == "10 {}"
    assert entries(tmp_path) == [".npz"]
    assert calls(tmp_path) == ["first", "second"]


def test_eight_threads_with_stores_of_their_own_compute_once(tmp_path: Path) -> None:
    made: list[int] = []
    found: list[list[int]] = []
    barrier = threading.Barrier(8)

    def compute() -> dict[str, np.ndarray]:
        made.append(1)
        time.sleep(0.1)
        return {"x": np.arange(3)}

    def work() -> None:
        barrier.wait()
        found.append(Store(tmp_path).arrays("stage", 1, KEY, compute)["x"].tolist())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert found == [[0, 1, 2]] * 8


def test_a_holder_that_lost_its_lock_still_keeps_a_whole_entry(tmp_path: Path) -> None:
    store = Store(tmp_path)
    entry = store.path("stage", 1, KEY)
    assert entry is not None
    other = json.dumps({"host": "elsewhere", "pid": 1, "token": "0"}).encode()

    def compute() -> dict[str, np.ndarray]:
        entry.with_suffix(".lock").write_bytes(other)
        return {"x": np.arange(3)}

    store.arrays("stage", 1, KEY, compute)
    assert entry.with_suffix(".lock").read_bytes() == other
    assert Store(tmp_path).arrays("stage", 1, KEY, never)["x"].tolist() == [0, 1, 2]


def never() -> dict[str, np.ndarray]:
    raise AssertionError("nothing is to be computed")


def kept(root: Path) -> Path:
    """The one entry that a test starts with."""
    store = Store(root)
    store.arrays("stage", 1, KEY, lambda: {"x": np.arange(3)})
    path = store.path("stage", 1, KEY)
    assert path is not None
    return path


def test_reading_is_using(tmp_path: Path) -> None:
    path = kept(tmp_path)
    os.utime(path, (1, 1))
    assert ProbeStore(tmp_path).arrays("stage", 1, KEY, never)["x"].tolist() == [0, 1, 2]
    assert path.stat().st_mtime == 1
    before = time.time() - 10
    Store(tmp_path).arrays("stage", 1, KEY, never)
    assert path.stat().st_mtime > before


def test_what_is_computed_when_it_raises_is_computed_again(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="nothing is"):
        Store(tmp_path).arrays("stage", 1, KEY, never)
    assert entries(tmp_path) == []
    assert kept(tmp_path).is_file()


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that takes nothing, for whoever asks."""

    def refuse(*arguments: object, **options: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(os, "open", refuse)


def test_a_read_only_cache_can_be_read(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = kept(tmp_path)
    request.getfixturevalue("read_only")
    store = Store(tmp_path)
    assert store.arrays("stage", 1, KEY, never)["x"].tolist() == [0, 1, 2]
    for key in ({"k": 2}, {"k": 3}):
        with pytest.raises(StoreError, match="Read-only file system") as caught:
            store.arrays("stage", 1, key, never)
        assert "cache.root=DIR" in str(caught.value)
    assert entries(tmp_path) == [".npz"]
    assert path.is_file()


def test_a_root_that_is_a_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot write"):
        Store(tmp_path / "file").arrays("stage", 1, KEY, never)


@pytest.mark.parametrize(
    "damage",
    [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: b"\x93NUMPY" + data[6:]],
    ids=["empty", "truncated", "garbage"],
)
def test_damage_is_one_warning_and_one_computation(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    with pytest.raises(NotKeptError):
        ProbeStore(tmp_path).arrays("stage", 1, KEY, never)
    with pytest.warns(UserWarning, match="is recomputed") as caught:
        kept(tmp_path)
    assert len(caught) == 1
    assert path.read_bytes() == whole


def test_no_other_version_stage_or_key_is_read(tmp_path: Path) -> None:
    kept(tmp_path)
    probe = ProbeStore(tmp_path)
    assert probe.has("stage", 1, {"k": 1})
    others = [("stage", 2, KEY), ("other", 1, KEY), ("stage", 1, {"k": 1.5}), ("stage", 1, {})]
    for stage, version, key in others:
        assert not probe.has(stage, version, key)
        with pytest.raises(NotKeptError) as caught:
            probe.arrays(stage, version, key, never)
        assert caught.value.stage == stage
    assert probe.misses == {"stage": 3, "other": 1}
    assert not Store(None).has("stage", 1, KEY)
    with pytest.raises(NotKeptError, match=r"not in the cache \[stage stage\]"):
        ProbeStore(None).arrays("stage", 1, KEY, never)
    assert [path.name for path in tmp_path.iterdir()] == ["stage"]
