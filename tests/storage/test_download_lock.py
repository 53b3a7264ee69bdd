"""Several processes and one file; processes that die."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Mirror, serve

from hippo_exp.errors import StoreError
from hippo_exp.storage.download import Rules, fetch_file
from hippo_exp.storage.download.http import CHUNK
from hippo_exp.storage.lock import claim

BODY = bytes(range(256)) * (20 * CHUNK // 256)
BLOB = hashlib.sha1(b"blob %d\0" % len(BODY) + BODY).hexdigest()
QUICK = Rules(connect=2, read=2, heartbeat=0.02, stale=0.4, poll=0.02)
CHILD = """
import sys
from pathlib import Path
from hippo_exp.storage.download import fetch_file
done = fetch_file(sys.argv[1:2], Path(sys.argv[2]), blob_id=sys.argv[3], say=print)
print(done.state)
"""


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    mirror = Mirror({"x": BODY})
    with serve(mirror):
        yield mirror


def child(mirror: Mirror, target: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, f"{mirror.address}/x", str(target), BLOB]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def lock_of(target: Path) -> Path:
    return target.with_name(target.name + ".lock")


def holder(host: str, pid: int) -> bytes:
    return json.dumps({"host": host, "pid": pid, "token": "0"}).encode()


def wait_for(path: Path, size: int) -> None:
    end = time.monotonic() + 10
    while not (path.exists() and path.stat().st_size >= size):
        assert time.monotonic() < end, f"{path} never came"
        time.sleep(0.01)


def fetch(mirror: Mirror, target: Path, said: list[str]) -> str:
    address = f"{mirror.address}/x"
    return fetch_file([address], target, blob_id=BLOB, rules=QUICK, say=said.append).state


def test_two_processes_at_once_fetch_it_once(mirror: Mirror, tmp_path: Path) -> None:
    mirror.chunk_delay = 0.06
    target = tmp_path / "root" / "x"
    children = [child(mirror, target) for _ in range(2)]
    outputs = [process.communicate(timeout=30) for process in children]
    assert [process.returncode for process in children] == [0, 0], outputs
    lines = sorted(line for out, _ in outputs for line in out.splitlines())
    assert lines[:2] == ["fetched", "present"]
    assert len(mirror.asked) == 1
    assert target.read_bytes() == BODY
    assert [path.name for path in target.parent.iterdir()] == ["x"]


def test_a_killed_process_is_followed_up(mirror: Mirror, tmp_path: Path) -> None:
    mirror.chunk_delay = 0.1
    target = tmp_path / "x"
    process = child(mirror, target)
    part = target.with_name("x.part")
    wait_for(part, 2 * CHUNK)
    process.kill()
    process.communicate()
    assert lock_of(target).exists()
    kept = part.stat().st_size
    mirror.chunk_delay = 0.0
    said: list[str] = []
    assert fetch(mirror, target, said) == "fetched"
    assert mirror.asked[-1] == ("x", f"bytes={kept}-")
    assert target.read_bytes() == BODY
    assert said == []
    assert not lock_of(target).exists()


def test_a_silent_holder_elsewhere_loses_the_lock(mirror: Mirror, tmp_path: Path) -> None:
    target = tmp_path / "x"
    lock_of(target).write_bytes(holder("elsewhere", 7))
    said: list[str] = []
    start = time.monotonic()
    assert fetch(mirror, target, said) == "fetched"
    assert time.monotonic() - start >= QUICK.stale
    assert said == ["x: waiting, process 7 on elsewhere fetches it"]


@pytest.mark.parametrize("content", [b"", b"{", b'{"host": 1}', b"[]"])
def test_a_lock_without_a_name_is_waited_for_too(
    mirror: Mirror, tmp_path: Path, content: bytes
) -> None:
    target = tmp_path / "x"
    lock_of(target).write_bytes(content)
    said: list[str] = []
    assert fetch(mirror, target, said) == "fetched"
    assert said == ["x: waiting, another process fetches it"]


def test_a_holder_that_gives_signs_of_life_keeps_the_lock(mirror: Mirror, tmp_path: Path) -> None:
    target = tmp_path / "x"
    lock = lock_of(target)
    lock.write_bytes(holder(socket.gethostname(), os.getpid()))
    released: list[float] = []

    def live() -> None:
        for step in range(20):
            time.sleep(0.05)
            os.utime(lock, ns=(step, step))
        released.append(time.monotonic())
        lock.unlink()

    thread = threading.Thread(target=live)
    thread.start()
    fetch(mirror, target, [])
    finished = time.monotonic()
    thread.join()
    assert released[0] < finished


def test_a_holder_that_was_taken_over_stops_and_leaves_the_new_lock(tmp_path: Path) -> None:
    lock = tmp_path / "x.lock"
    with claim(lock, QUICK, print) as held:
        held.beat()
        lock.write_bytes(holder("elsewhere", 7))
        time.sleep(2 * QUICK.heartbeat)
        with pytest.raises(StoreError, match="taken the lock over"):
            held.beat()
    assert lock.read_bytes() == holder("elsewhere", 7)


def test_a_beat_touches_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "x.lock"
    with claim(lock, QUICK, print) as held:
        os.utime(lock, ns=(1, 1))
        time.sleep(2 * QUICK.heartbeat)
        held.beat()
        assert lock.stat().st_mtime_ns > 1
    assert not lock.exists()
