"""Which entries there are, which go first, and what is never touched."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import StoreError
from hippo_exp.storage import Store
from hippo_exp.storage.entries import GB, KeptFile, Removed, keep_below, over_cap, remove, survey

HOUR = 3600


def entry(root: Path, number: int, *, stage: str = "vectors", size: int = 10, age: int = 0) -> Path:
    path = root / stage / f"{number:064x}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(size))
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def lock(path: Path, *, pid: int, host: str = "", age: int = 0) -> Path:
    found = path.with_suffix(".lock")
    content = {"host": host or socket.gethostname(), "pid": pid, "token": "0"}
    found.write_text(json.dumps(content))
    then = time.time() - age
    os.utime(found, (then, then))
    return found


def temporary(path: Path, age: int = 0) -> Path:
    found = path.with_name(f".{path.name[:60]}.ab_4x9zz")
    found.write_bytes(b"part")
    then = time.time() - age
    os.utime(found, (then, then))
    return found


@pytest.fixture(scope="module")
def gone() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def tree(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


def test_the_least_recently_used_go_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    paths = []
    for number in range(4):
        key = {"k": number}
        store.arrays("stage", 1, key, lambda: {"x": np.zeros(1000)})
        paths.append(store.path("stage", 1, key))
        os.utime(paths[-1], (number + 1, number + 1))
    store.arrays("stage", 1, {"k": 0}, dict)
    size = paths[0].stat().st_size
    assert keep_below(tmp_path, 2.5 * size / GB) == Removed(2, 2 * size)
    assert [path.exists() for path in paths] == [True, False, False, True]
    assert keep_below(tmp_path, 2 * size / GB) == Removed()
    assert keep_below(tmp_path, 0) == Removed(2, 2 * size)
    assert keep_below(tmp_path / "absent", 0) == Removed()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), max_size=12), st.integers(0, 120))
def test_the_cap_holds_and_nothing_goes_without_need(
    made: list[tuple[int, int]], limit: int
) -> None:
    entries = [KeptFile(Path(f"{i}"), size, used) for i, (size, used) in enumerate(made)]
    chosen = over_cap(entries, limit / GB)
    rest = [item for item in entries if item not in chosen]
    assert sum(item.size for item in rest) <= limit
    if chosen:
        assert sum(item.size for item in (*rest, chosen[-1])) > limit
        assert all(item.used <= other.used for item in chosen for other in rest)


def test_what_is_not_the_store_s_own_is_neither_listed_nor_deleted(tmp_path: Path) -> None:
    root, outside = tmp_path / "cache", tmp_path / "outside"
    own = entry(root, 1)
    entry(outside, 2)
    (root / "vectors" / "notes.txt").write_text("mine")
    (root / "vectors" / f"{'a' * 63}.npz").write_text("mine")
    (root / "vectors" / f"{'A' * 64}.npz").write_text("mine")
    (root / "vectors" / f"{'b' * 64}.npz.old").write_text("mine")
    (root / "vectors" / f"{'c' * 64}.npz").mkdir()
    (root / "vectors" / ".bashrc").write_text("mine")
    (root / "vectors" / f"{'d' * 64}.npz").symlink_to(outside / "vectors" / f"{2:064x}.npz")
    (root / "vectors" / f"{'e' * 64}.npz").symlink_to(root / "vectors" / "nowhere")
    (root / "linked").symlink_to(outside / "vectors", target_is_directory=True)
    (root / f"{'f' * 64}.npz").write_text("mine")
    (root / "My Files").mkdir()
    entry(root / "deeper", 3)
    before = tree(tmp_path)
    found = survey(root)
    assert [item.path for item in found.entries] == [own]
    assert (found.stages, found.left, found.foreign) == (["deeper", "vectors"], [], 12)
    assert keep_below(root, 0) == Removed(1, 10)
    assert set(before) - set(tree(tmp_path)) == {str(own.relative_to(tmp_path))}


def test_files_of_killed_processes_go_and_those_of_living_ones_stay(
    tmp_path: Path, gone: int
) -> None:
    paths = [entry(tmp_path, number << 16) for number in range(7)]
    left = [
        *(lock(paths[0], pid=gone), temporary(paths[0])),
        lock(paths[1], pid=1, host="elsewhere", age=2 * HOUR),
        temporary(paths[2], age=2 * HOUR),
    ]
    used = [
        *(lock(paths[3], pid=os.getpid()), temporary(paths[3], age=2 * HOUR)),
        *(lock(paths[4], pid=gone, host="elsewhere"), temporary(paths[4])),
        temporary(paths[5]),
        *paths,
    ]
    assert sorted(item.path for item in survey(tmp_path).left) == sorted(left)
    assert keep_below(tmp_path, 1).files == len(left)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(used)


def test_a_file_that_went_meanwhile_does_not_count(tmp_path: Path) -> None:
    first, second = entry(tmp_path, 1), entry(tmp_path, 2)
    found = survey(tmp_path).entries
    first.unlink()
    assert remove(found) == Removed(1, 10)
    assert not second.exists()


def test_a_file_that_cannot_be_deleted_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry(tmp_path, 1)

    def refuse(self: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(StoreError, match="cannot be deleted"):
        keep_below(tmp_path, 0)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be read"):
        survey(tmp_path / "file")


def test_ten_thousand_entries_are_found_at_once(tmp_path: Path) -> None:
    for number in range(10_000):
        path = tmp_path / f"stage{number % 3}" / f"{number:064x}.npz"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    begun = time.process_time()
    assert len(survey(tmp_path).entries) == 10_000
    assert time.process_time() - begun < 2
