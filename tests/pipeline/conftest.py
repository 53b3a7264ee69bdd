"""What the tests of one process share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def vectors_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache of stage outputs, so that the 18,000 texts of musique_train are encoded once."""
    return tmp_path_factory.mktemp("vectors")
