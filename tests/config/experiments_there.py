"""The experiments that there are, with their settings classes."""

from __future__ import annotations

import importlib
from pathlib import Path

from pydantic import BaseModel

from hippo_exp.cli.runner import Experiment
from hippo_exp.config.keys import known_keys
from hippo_exp.config.schema import ExtractSettings


def settings_classes() -> dict[str, type[BaseModel]]:
    """Experiment -> its settings class, from the commands in ``experiments/``."""
    folder = Path(__file__).resolve().parents[2] / "experiments"
    names = sorted(path.stem for path in folder.glob("[a-z]*.py"))
    mains = {name: importlib.import_module(f"experiments.{name}").main for name in names}
    return {name: main.model for name, main in mains.items() if isinstance(main, Experiment)}


def configurations() -> dict[str, type[BaseModel]]:
    """Configuration -> its settings class: the experiments, and extraction."""
    experiments = {f"experiment/{name}": model for name, model in settings_classes().items()}
    return experiments | {"extract": ExtractSettings}


def all_keys() -> tuple[str, ...]:
    """Every setting of every experiment, and of extraction."""
    found = {key for model in configurations().values() for key in known_keys(model)}
    return tuple(sorted(found))
