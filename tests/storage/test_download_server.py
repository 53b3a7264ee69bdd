"""Downloads and what servers answer: refusals, redirects, passing faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from download_cases import CORPUS, NAME, RIGHT, fetch, left, part_of
from loopback import Mirror

from hippo_exp.errors import DataError
from hippo_exp.storage.download import (
    NoSourceError,
    Rules,
    UnreachableError,
    fetch_file,
)


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
