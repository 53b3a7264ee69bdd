"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A first example also loads libraries, on a machine that may be busy: no limit of time for it. The
# same examples every time, so that a failure belongs to the change; HYPOTHESIS_PROFILE=search looks
# for new ones.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a pytest under which pytest-xdist parts groups of tests without a word.

    Those of one group share what is costly: encoded texts, a model's server, a benchmark's run.
    """
    if config.getoption("dist", "no") == "loadgroup" and not hasattr(pytest.Item, "_nodeid"):
        raise pytest.UsageError("--dist loadgroup parts groups of tests here: install pytest<9.2")


@pytest.fixture(scope="session")
def data_root() -> Path:
    """The folder of real data; tests that need it are skipped, with a reason, without it."""
    root = os.environ.get("HIPPO_EXP_DATA", "")
    if not root or not Path(root).is_dir():
        pytest.skip("HIPPO_EXP_DATA names no folder of real data")
    return Path(root)
