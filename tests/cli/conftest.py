"""A toy release, and an empty data root."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_release import write_release


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    write_release(folder)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "data"
