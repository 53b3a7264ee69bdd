"""Downloads and what is at the target: other files, full disks, folders."""

from __future__ import annotations

import errno
import io
import os
from collections import namedtuple
from pathlib import Path

import pytest
from download_cases import CORPUS, NAME, RIGHT, blob, fetch, left, part_of
from loopback import Mirror

from hippo_exp.errors import DataError, StoreError
from hippo_exp.storage.download import (
    Rules,
    choose_meter,
    fetch_file,
    human_size,
)
from hippo_exp.storage.download.progress import BarMeter, LineMeter


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
