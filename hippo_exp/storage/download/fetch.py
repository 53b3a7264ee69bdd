"""One file from the first source that has it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hippo_exp.errors import DataError
from hippo_exp.storage.digest import git_blob_id
from hippo_exp.storage.download.answers import public_address
from hippo_exp.storage.download.http import pour_http
from hippo_exp.storage.download.partial import (
    check_space,
    discard,
    publish,
    size_of,
    store_fault,
)
from hippo_exp.storage.download.progress import Meter, choose_meter
from hippo_exp.storage.download.rules import AbsentError, NoSourceError, Rules
from hippo_exp.storage.lock import Claim, claim


@dataclass(frozen=True)
class Fetched:
    """What became of a file.

    Attributes:
        state: ``present`` when it was there already, ``fetched`` when it was brought.
        size: bytes.
    """

    state: Literal["present", "fetched"]
    size: int


@dataclass(frozen=True)
class _Job:
    addresses: Sequence[str]
    target: Path
    blob_id: str | None
    label: str
    rules: Rules
    meter: Meter

    @property
    def part(self) -> Path:
        return self.target.with_name(f"{self.target.name}.part")


def fetch_file(
    addresses: Sequence[str],
    target: Path,
    *,
    blob_id: str | None,
    label: str = "",
    replace: bool = False,
    rules: Rules | None = None,
    meter: Meter | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Fetched:
    """Bring a file to ``target``, whole and verified, or leave ``target`` as it was.

    Bytes gather in ``target.part``, which later runs continue. A body with another git blob id is
    fetched once more from its first byte before the download fails. Without a known id nothing can
    be verified, so nothing is continued either.

    Args:
        addresses: ``http(s)://`` addresses or paths of the same file; the first that has it counts.
        target: where the file shall stand.
        blob_id: git blob id of the right file; None where it is not known.
        label: the file's name in messages; by default that of ``target``.
        replace: fetch although another file stands at ``target``.
        rules: patience.
        meter: shows progress; by default a bar on a terminal, lines elsewhere.
        say: takes a line about waiting for another process.

    Raises:
        NoSourceError: no source has the file.
        DataError: what comes is not the right file (both ids named), a server refuses, or another
            file stands at ``target`` and ``replace`` is not set.
        UnreachableError: the server never answered.
        StoreError: no space left, or the folder cannot be written.
    """
    name = label or target.name
    job = _Job(addresses, target, blob_id, name, rules or Rules(), meter or choose_meter())
    if _stands(job, replace=replace):
        return Fetched("present", size_of(target))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise store_fault(error, target) from error
    lock = target.with_name(f"{target.name}.lock")

    def waiting(who: str) -> None:
        say(f"{name}: waiting, {who} fetches it")

    with claim(lock, job.rules, waiting, store_fault) as held:
        if _stands(job, replace=replace):
            return Fetched("present", size_of(target))
        _fill(job, held)
        publish(job.part, target)
    return Fetched("fetched", size_of(target))


def _stands(job: _Job, *, replace: bool) -> bool:
    """Whether the right file is there; another one is an error unless it may be replaced."""
    if not job.target.is_file():
        return False
    if job.blob_id is None:
        return not replace
    found = git_blob_id(job.target)
    if found == job.blob_id or replace:
        return found == job.blob_id
    raise DataError(
        f"another file stands there, git blob {found} where {job.blob_id} is released",
        where=str(job.target),
        fix="keep it, or fetch the released one with --replace",
    )


def _fill(job: _Job, held: Claim) -> None:
    """Make ``job.part`` the right file."""
    if job.blob_id is None:
        discard(job.part)
        _pour(job, held)
        return
    if job.part.is_file() and git_blob_id(job.part) == job.blob_id:
        return
    for _ in range(2):
        address = _pour(job, held)
        found = git_blob_id(job.part)
        if found == job.blob_id:
            return
        size, hint = size_of(job.part), _hint(job.part)
        discard(job.part)
    raise DataError(
        f"not the released file: git blob {found} came ({size:,} bytes{hint}) where "
        f"{job.blob_id} is released",
        where=f"{job.label} from {address}",
        fix="use another mirror (--mirror), or look for a proxy that changes what passes",
    )


def _pour(job: _Job, held: Claim) -> str:
    """Fill ``job.part`` from the first source that has the file; returns its address."""
    tried = []
    for address in job.addresses:
        try:
            if address.startswith(("http://", "https://")):
                pour_http(address, job.part, job.label, rules=job.rules, held=held, meter=job.meter)
            else:
                _copy(Path(address), job.part)
            return public_address(address)
        except AbsentError as error:
            tried.append(str(error))
    raise NoSourceError(
        "the source has no such file",
        where=f"{job.label} at {' or '.join(tried)}",
        fix="check --mirror and --index",
    )


def _copy(source: Path, part: Path) -> None:
    if not source.is_file():
        raise AbsentError(str(source))
    try:
        check_space(part, source.stat().st_size)
        shutil.copyfile(source, part)
    except OSError as error:
        raise store_fault(error, part) from error


def _hint(part: Path) -> str:
    """What the wrong bytes look like, where that helps."""
    with part.open("rb") as stream:
        start = stream.read(200).lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return ", a web page"
    if start.startswith(b"version https://git-lfs"):
        return ", a Git LFS pointer"
    return ""
