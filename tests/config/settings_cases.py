"""Settings of experiments, and their faults."""

from __future__ import annotations

from typing import Any

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import (
    PathfindingSettings,
    RetrievalSettings,
)
from hippo_exp.errors import FaultListError


def load(name: str, *overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, f"experiment/{name}", overrides)


def faults(name: str, *overrides: str) -> list[str]:
    model: Any = PathfindingSettings if name == "pathfinding" else RetrievalSettings
    with pytest.raises(FaultListError) as caught:
        load_settings(model, f"experiment/{name}", overrides)
    return [str(error) for error in caught.value.errors]
