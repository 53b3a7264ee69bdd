"""Where configurations, data, stage outputs and results are.

A relative path in a setting starts at the folder of invocation; every path is absolute after this.
"""

from __future__ import annotations

import os
from pathlib import Path

from hippo_exp.errors import ConfigError


def project_root() -> Path | None:
    """The checkout that this package runs from; None when it was installed as a wheel."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "pyproject.toml").is_file() and (root / "configs").is_dir() else None


def config_folder() -> Path:
    """The folder of configuration groups: ``configs/`` of the checkout, or the wheel's copy."""
    root = project_root()
    return root / "configs" if root else Path(__file__).resolve().parents[1] / "_configs"


def results_root(out: str | None) -> Path:
    """The results tree: ``out``, or ``results/`` of the checkout (of the folder of invocation)."""
    if out is not None:
        return absolute(out, "out")
    return (project_root() or Path.cwd()) / "results"


def data_root(root: str | None) -> Path:
    """The folder of data sets: the setting, ``HIPPO_EXP_DATA``, or ``data`` in the user's cache."""
    chosen = root or os.environ.get("HIPPO_EXP_DATA")
    return absolute(chosen, "data.root") if chosen else _user_cache() / "data"


def cache_root(root: str | None) -> Path:
    """The folder of stage outputs: the setting, ``HIPPO_EXP_CACHE``, or the user's cache."""
    chosen = root or os.environ.get("HIPPO_EXP_CACHE")
    return absolute(chosen, "cache.root") if chosen else _user_cache() / "stages"


def absolute(path: str, setting: str) -> Path:
    """A path of a setting, absolute from the folder of invocation; ``~`` is the user's home.

    Raises:
        ConfigError: no path can be made of it: an unknown user, a null character, too long a name,
            a folder that may not be entered.
    """
    try:
        if not path.strip():
            raise ValueError("it is empty")
        found = Path(path).expanduser().absolute()
        found.exists()  # refuses what no file system takes, such as a name that is too long
    except (RuntimeError, ValueError, OSError) as error:
        fix = "write the path in full"
        reason = error.strerror if isinstance(error, OSError) else error
        where = f"{setting}={path[:80]}"
        raise ConfigError(f"not a path ({reason})", where=where, fix=fix) from error
    return found


def _user_cache() -> Path:
    """The platform's cache folder for this package."""
    import pooch

    return Path(pooch.os_cache("hippo_exp"))
