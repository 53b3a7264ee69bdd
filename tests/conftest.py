"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data_root() -> Path:
    """The folder of real data; tests that need it are skipped, with a reason, without it."""
    root = os.environ.get("HIPPO_EXP_DATA", "")
    if not root or not Path(root).is_dir():
        pytest.skip("HIPPO_EXP_DATA names no folder of real data")
    return Path(root)
