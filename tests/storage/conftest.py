"""A loopback mirror, and how a download waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from download_cases import CORPUS, NAME
from loopback import Mirror, serve

from hippo_exp.storage.download import (
    Rules,
)


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
