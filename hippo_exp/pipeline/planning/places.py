"""Folders of a run: whether results and stages can be written, and weights read."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hippo_exp.config import cache_root, results_root
from hippo_exp.config.schema import ExtractSettings, PaperSettings, RetrievalSettings, RunSettings
from hippo_exp.errors import ConfigError, HippoExpError

_OUT = "give a folder that can be written: out=DIR"
_CACHE = "give a folder that can be written: cache.root=DIR, or set HIPPO_EXP_CACHE"


def result_faults(settings: RunSettings, below: str) -> list[HippoExpError]:
    """Why results cannot be written to the folder ``below`` of the results tree.

    Args:
        settings: of the run.
        below: name of the experiment's own folder.
    """
    return _faults(lambda: results_root(settings.out) / below, settings.out, "out", _OUT)


def cache_faults(
    settings: RetrievalSettings | PaperSettings | ExtractSettings,
) -> list[HippoExpError]:
    """Why the outputs of stages cannot be written."""
    root = settings.cache.root
    return _faults(lambda: cache_root(root), root, "cache.root", _CACHE)


def _faults(
    place: Callable[[], Path], given: str | None, setting: str, fix: str
) -> list[HippoExpError]:
    try:
        folder = place()
    except ConfigError as error:
        return [error]
    reason = not_writable(folder)
    if not reason:
        return []
    where = str(folder) if given is None else f"{setting}={given}"
    return [ConfigError(f"nothing can be written there ({reason})", where=where, fix=fix)]


def not_writable(folder: Path) -> str:
    """Why a folder cannot be made and written; empty where it can.

    The nearest folder that exists is tried with an empty one, which is removed at once: rights
    alone do not tell (an administrator has them all, on a file system that takes nothing).
    """
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    if not nearest.is_dir():
        return f"{nearest} is not a folder"
    try:
        with tempfile.TemporaryDirectory(prefix=".hippo-exp-", dir=nearest):
            return ""
    except OSError as error:
        return f"{nearest}: {error.strerror or type(error).__name__}"
