"""Downloads that break off or are corrupted: a target is right or not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from download_cases import CORPUS, NAME, RIGHT, blob, fetch, left, part_of
from loopback import Mirror

from hippo_exp.errors import DataError
from hippo_exp.storage.download import (
    Fetched,
    Rules,
    UnreachableError,
)
from hippo_exp.storage.download.http import CHUNK


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
