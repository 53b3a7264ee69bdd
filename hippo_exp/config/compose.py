"""Configurations composed by Hydra, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from hippo_exp.config.paths import config_folder
from hippo_exp.errors import ConfigError, FaultListError


def plain_config(config_name: str, overrides: Sequence[str]) -> dict[str, Any]:
    """The composed configuration as plain values, Hydra's own part left out; not to be changed.

    Raises:
        FaultListError: Hydra cannot compose it.
    """
    return _composed(str(config_folder()), config_name, tuple(overrides))


@lru_cache(maxsize=256)
def _composed(folder: str, config_name: str, overrides: tuple[str, ...]) -> dict[str, Any]:
    """The same for the same arguments: the points of a sweep share most of their composition."""
    active = GlobalHydra.instance()
    before = active.hydra
    active.clear()
    try:
        with initialize_config_dir(folder, version_base="1.3"):
            config = compose(config_name, overrides=list(overrides))
            if any(text.lstrip("+~").startswith("hydra") for text in overrides):
                compose(config_name, overrides=list(overrides), return_hydra_config=True)
    except (HydraException, OmegaConfBaseException) as error:
        raise FaultListError([_not_composed(error)]) from error
    finally:
        active.hydra = before
    plain = OmegaConf.to_container(config, resolve=True)
    assert isinstance(plain, dict)
    return {str(key): value for key, value in plain.items() if key != "hydra"}


_LAUNCHERS = {
    "joblib": "joblib",
    "submitit_local": "submitit",
    "submitit_slurm": "submitit",
    "ray": "ray",
}
"""Launcher -> the extra that brings it."""


def _not_composed(error: Exception) -> ConfigError:
    text = f"{error}\n{error.__cause__ or ''}"
    for launcher, extra in _LAUNCHERS.items():
        if f"'hydra/launcher/{launcher}'" in text:
            fix = f'in the project\'s folder run pip install --editable ".[{extra}]"'
            return ConfigError(
                "its package is not installed", where=f"hydra/launcher {launcher}", fix=fix
            )
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith("Error merging")), lines[0])
    for place, line in enumerate(lines[:-1]):
        if line.startswith("Available options"):
            # The names follow on lines of their own, up to the search path.
            names = [name for name in lines[place + 1 :] if "=" not in name and ":" not in name]
            return ConfigError(reason, where="Hydra", fix=f"there are: {', '.join(names)}")
    fix = "see --hydra-help for Hydra's settings, --help for the experiment's"
    return ConfigError(f"the configuration does not compose ({reason})", where="Hydra", fix=fix)
