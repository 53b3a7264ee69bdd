"""A file, its blob id, and what a download leaves."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from loopback import Mirror

from hippo_exp.storage.download import (
    Fetched,
    Rules,
    fetch_file,
)

CORPUS = json.dumps(
    [{"title": f"Title {n} é", "text": f"Text {n}. " * 40} for n in range(500)]
).encode()


NAME = "data/musique corpus.json"


def blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


RIGHT = blob(CORPUS)


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
