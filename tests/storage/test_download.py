"""Downloads from a real server on loopback: whatever happens, a target is right or not there."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Mirror, serve

from hippo_exp.errors import DataError, StoreError
from hippo_exp.storage.download import (
    Fetched,
    NoSourceError,
    Rules,
    UnreachableError,
    choose_meter,
    fetch_file,
    human_size,
)
from hippo_exp.storage.download.http import CHUNK
from hippo_exp.storage.download.progress import BarMeter, LineMeter

CORPUS = json.dumps(
    [{"title": f"Title {n} é", "text": f"Text {n}. " * 40} for n in range(500)]
).encode()
NAME = "data/musique corpus.json"


def blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


RIGHT = blob(CORPUS)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def rules(waits: list[float]) -> Rules:
    return Rules(connect=2, read=2, retries=3, delay=1.0, longest=5.0, pause=waits.append)


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    mirror = Mirror({NAME: CORPUS})
    with serve(mirror):
        yield mirror


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "root" / "musique" / "corpus.json"


def fetch(
    mirror: Mirror,
    target: Path,
    rules: Rules,
    *names: str,
    blob_id: str | None = RIGHT,
    replace: bool = False,
) -> Fetched:
    addresses = [f"{mirror.address}/{name.replace(' ', '%20')}" for name in names or (NAME,)]
    return fetch_file(addresses, target, blob_id=blob_id, rules=rules, replace=replace)


def left(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir())


def part_of(target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.with_name(target.name + ".part")


def test_fresh_then_present(mirror: Mirror, target: Path, rules: Rules) -> None:
    assert fetch(mirror, target, rules) == Fetched("fetched", len(CORPUS))
    assert target.read_bytes() == CORPUS
    assert left(target) == ["corpus.json"]
    assert fetch(mirror, target, rules) == Fetched("present", len(CORPUS))
    assert mirror.asked == [(NAME, None)]


def test_resumes_where_an_earlier_run_stopped(mirror: Mirror, target: Path, rules: Rules) -> None:
    part_of(target).write_bytes(CORPUS[:70_000])
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [(NAME, "bytes=70000-")]


def test_a_complete_partial_file_needs_no_request(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    part_of(target).write_bytes(CORPUS)
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == []


def test_truncated_bodies_are_continued(
    mirror: Mirror, target: Path, rules: Rules, waits: list[float]
) -> None:
    mirror.cuts = [2 * CHUNK, CHUNK]
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    starts = [None, f"bytes={2 * CHUNK}-", f"bytes={3 * CHUNK}-"]
    assert mirror.asked == [(NAME, start) for start in starts]
    assert waits == [1.0, 2.0]


def test_a_transfer_that_keeps_breaking_off_ends_and_keeps_what_came(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    mirror.cuts = [CHUNK] * 10
    with pytest.raises(DataError, match="keeps breaking off") as caught:
        fetch(mirror, target, rules)
    assert not isinstance(caught.value, UnreachableError)
    assert f"{4 * CHUNK:,} bytes that came are kept" in str(caught.value)
    assert left(target) == ["corpus.json.part"]
    mirror.cuts = []
    fetch(mirror, target, rules)
    assert mirror.asked[-1] == (NAME, f"bytes={4 * CHUNK}-")
    assert target.read_bytes() == CORPUS


def test_progress_renews_the_patience(mirror: Mirror, target: Path, rules: Rules) -> None:
    mirror.cuts = [CHUNK] * 8
    fetch(mirror, target, Rules(progress=CHUNK, retries=1, pause=rules.pause))
    assert target.read_bytes() == CORPUS


def test_server_without_range_sends_the_whole(mirror: Mirror, target: Path, rules: Rules) -> None:
    mirror.ranges = False
    part_of(target).write_bytes(b"x" * 100)
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [(NAME, "bytes=100-")]


def test_an_answer_for_another_range_is_not_appended(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    mirror.wrong_range = True
    part_of(target).write_bytes(CORPUS[:100])
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [(NAME, "bytes=100-"), (NAME, None)]


def test_a_partial_file_of_another_version_is_thrown_away(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    part_of(target).write_bytes(b"x" * 100)
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [(NAME, "bytes=100-"), (NAME, None)]


def test_a_partial_file_that_is_too_long_is_thrown_away(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    part_of(target).write_bytes(CORPUS + b"x")
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS


def test_one_corrupted_body_is_fetched_again(mirror: Mirror, target: Path, rules: Rules) -> None:
    mirror.corrupt = 1
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [(NAME, None), (NAME, None)]


def test_two_corrupted_bodies_are_an_error_with_both_ids(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    mirror.corrupt = 2
    with pytest.raises(DataError) as caught:
        fetch(mirror, target, rules)
    wrong = bytes([CORPUS[0] ^ 1]) + CORPUS[1:]
    for piece in (RIGHT, blob(wrong), mirror.address, "corpus.json"):
        assert piece in str(caught.value)
    assert left(target) == []


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (b"<!DOCTYPE html><title>Sign in</title>", "a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "a Git LFS pointer"),
    ],
)
def test_what_came_instead_is_named(
    mirror: Mirror, target: Path, rules: Rules, body: bytes, hint: str
) -> None:
    mirror.files[NAME] = body
    with pytest.raises(DataError, match=hint):
        fetch(mirror, target, rules)


def test_absent_file_names_file_and_address(mirror: Mirror, target: Path, rules: Rules) -> None:
    with pytest.raises(NoSourceError) as caught:
        fetch(mirror, target, rules, "data/none.json", "musique/none.json")
    for piece in ("corpus.json", "/data/none.json", "/musique/none.json", mirror.address):
        assert piece in str(caught.value)
    assert "\n" not in str(caught.value)
    assert left(target) == []


def test_the_second_address_is_tried_when_the_first_is_absent(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    fetch(mirror, target, rules, "data/none.json", NAME)
    assert target.read_bytes() == CORPUS


def test_redirects_are_followed_with_the_range(mirror: Mirror, target: Path, rules: Rules) -> None:
    mirror.redirects = {"old.json": NAME}
    part_of(target).write_bytes(CORPUS[:9])
    fetch(mirror, target, rules, "old.json")
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [("old.json", "bytes=9-"), (NAME, "bytes=9-")]


def test_a_circle_of_redirects_is_one_error(mirror: Mirror, target: Path, rules: Rules) -> None:
    mirror.redirects = {"a": "b", "b": "a"}
    with pytest.raises(DataError, match="TooManyRedirects"):
        fetch(mirror, target, rules, "a")


def test_passing_faults_of_the_server_are_waited_out(
    mirror: Mirror, target: Path, rules: Rules, waits: list[float]
) -> None:
    mirror.statuses = [503, 429]
    fetch(mirror, target, rules)
    assert target.read_bytes() == CORPUS
    assert waits == [1.0, 2.0]


@pytest.mark.parametrize("status", [401, 403, 451])
def test_a_refusal_is_an_error_at_once(
    mirror: Mirror, target: Path, rules: Rules, waits: list[float], status: int
) -> None:
    mirror.statuses = [status]
    with pytest.raises(DataError, match=f"answered {status}"):
        fetch(mirror, target, rules)
    assert waits == []


def test_nobody_there(target: Path, rules: Rules, waits: list[float]) -> None:
    with pytest.raises(UnreachableError, match="cannot be reached"):
        fetch_file(["http://127.0.0.1:9/x"], target, blob_id=RIGHT, rules=rules)
    assert waits == [1.0, 2.0, 4.0]
    assert left(target) == []


def test_password_in_the_address_is_never_printed(target: Path, rules: Rules) -> None:
    with pytest.raises(UnreachableError) as caught:
        fetch_file(["http://me:secret@127.0.0.1:9/x"], target, blob_id=RIGHT, rules=rules)
    assert "secret" not in str(caught.value)


def test_proxies_of_the_environment_are_used(
    mirror: Mirror, target: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", mirror.address)
    monkeypatch.setenv("http_proxy", mirror.address)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    address = f"http://release.invalid/{NAME.replace(' ', '%20')}"
    fetch_file([address], target, blob_id=RIGHT, rules=rules)
    assert target.read_bytes() == CORPUS


def test_a_file_without_id_is_never_continued(mirror: Mirror, target: Path, rules: Rules) -> None:
    part_of(target).write_bytes(b"something")
    fetch(mirror, target, rules, blob_id=None)
    assert target.read_bytes() == CORPUS
    assert mirror.asked == [(NAME, None)]
    target.write_bytes(b"own")
    assert fetch(mirror, target, rules, blob_id=None).state == "present"
    assert target.read_bytes() == b"own"


def test_another_file_in_the_place_is_left_alone_unless_told(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    part_of(target)
    target.write_bytes(b"mine")
    with pytest.raises(DataError, match="--replace") as caught:
        fetch(mirror, target, rules)
    assert blob(b"mine") in str(caught.value)
    assert RIGHT in str(caught.value)
    assert target.read_bytes() == b"mine"
    assert mirror.asked == []
    fetch(mirror, target, rules, replace=True)
    assert target.read_bytes() == CORPUS


def test_a_failed_replacement_leaves_the_old_file(
    mirror: Mirror, target: Path, rules: Rules
) -> None:
    part_of(target)
    target.write_bytes(b"mine")
    mirror.corrupt = 2
    with pytest.raises(DataError):
        fetch(mirror, target, rules, replace=True)
    assert target.read_bytes() == b"mine"


def test_no_room_is_known_before_anything_is_written(
    mirror: Mirror, target: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage(10**6, 10**6, 1_000))
    with pytest.raises(StoreError, match="no space left") as caught:
        fetch(mirror, target, rules)
    assert "1 kB free" in str(caught.value)
    assert "--root" in str(caught.value)
    assert left(target) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_fills_up_is_one_error(mirror: Mirror, target: Path, rules: Rules) -> None:
    part_of(target).symlink_to("/dev/full")
    with pytest.raises(StoreError, match="no space left") as caught:
        fetch(mirror, target, rules)
    assert "\n" not in str(caught.value)
    assert not target.exists()
    assert not target.with_name(target.name + ".lock").exists()


def test_what_came_before_the_disk_was_full_is_continued(
    mirror: Mirror, target: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = part_of(target)

    class Full(io.FileIO):
        def write(self, data: object) -> int:
            if self.tell() >= 65_536:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(data)  # type: ignore[arg-type]

    original = Path.open

    def opened(path: Path, mode: str = "r", *rest: object) -> object:
        return (
            Full(path, "ab")
            if path == part and "b" in mode and "r" not in mode
            else original(
                path,
                mode,
                *rest,  # type: ignore[call-overload]
            )
        )

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(StoreError, match="are kept and continued"):
        fetch(mirror, target, rules)
    monkeypatch.undo()
    kept = part.stat().st_size
    assert kept == 65_536
    fetch(mirror, target, rules)
    assert mirror.asked[-1] == (NAME, f"bytes={kept}-")
    assert target.read_bytes() == CORPUS


def test_a_folder_that_is_a_file_is_one_error(mirror: Mirror, target: Path, rules: Rules) -> None:
    target.parent.parent.mkdir()
    target.parent.write_text("a file")
    with pytest.raises(StoreError, match="cannot write"):
        fetch(mirror, target, rules)


def test_a_folder_as_the_source(tmp_path: Path, target: Path, rules: Rules) -> None:
    source = tmp_path / "mirror.json"
    source.write_bytes(CORPUS)
    fetch_file([str(tmp_path / "none"), str(source)], target, blob_id=RIGHT, rules=rules)
    assert target.read_bytes() == CORPUS
    assert left(target) == ["corpus.json"]


def test_the_meter_sees_every_byte_once(mirror: Mirror, target: Path, rules: Rules) -> None:
    seen: list[tuple[str, int, int | None]] = []
    sizes: list[int] = []

    class Recorder:
        def start(self, label: str, done: int, total: int | None) -> None:
            seen.append((label, done, total))

        def advance(self, size: int) -> None:
            sizes.append(size)

        def stop(self) -> None:
            pass

    part_of(target).write_bytes(CORPUS[:500])
    fetch_file(
        [f"{mirror.address}/{NAME}"],
        target,
        blob_id=RIGHT,
        label="musique/corpus.json",
        rules=rules,
        meter=Recorder(),
    )
    assert seen == [("musique/corpus.json", 500, len(CORPUS))]
    assert sum(sizes) == len(CORPUS) - 500


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_terminals_and_lines_elsewhere() -> None:
    terminal = Terminal()
    bar = choose_meter(terminal)
    assert isinstance(bar, BarMeter)
    bar.start("corpus.json", 0, 100)
    bar.advance(50)
    bar.stop()
    assert "corpus.json" in terminal.getvalue()
    times = iter([0.0, 0.0, 5.0, 11.0, 12.0])
    log = io.StringIO()
    assert isinstance(choose_meter(log), LineMeter)
    lines = LineMeter(log, lambda: next(times))
    lines.start("corpus.json", 1_000_000, 4_000_000)
    for _ in range(3):
        lines.advance(500_000)
    lines.stop()
    assert log.getvalue() == "corpus.json: 2.0 MB of 4.0 MB\n"


def test_sizes_for_people() -> None:
    assert [human_size(n) for n in (0, 999, 1_000, 58_015, 3_083_943)] == [
        "0 B",
        "999 B",
        "1 kB",
        "58 kB",
        "3.1 MB",
    ]
