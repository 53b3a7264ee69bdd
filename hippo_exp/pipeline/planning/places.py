"""Folders of a run: whether results and stages can be written, and weights read."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hippo_exp.config import absolute, cache_root, config_folder, load_option, results_root
from hippo_exp.config.schema import ExtractSettings, PaperSettings, RetrievalSettings, RunSettings
from hippo_exp.encoders.checkpoint import WEIGHTS
from hippo_exp.encoders.late_interaction.checkpoint import WEIGHTS as COLBERT_WEIGHTS
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.text import did_you_mean

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


def checkpoint_faults(settings: RetrievalSettings | PaperSettings) -> list[HippoExpError]:
    """Folders of weights for encoders that there are not, or that hold none."""
    known = sorted(path.stem for path in (config_folder() / "encoder").glob("*.yaml"))
    kinds = {name: load_option("encoder", name) for name in known}
    weighed = [name for name in known if "model" in kinds[name]]
    faults: list[HippoExpError] = []
    for name, folder in settings.checkpoints.items():
        where = f"checkpoints.{name}"
        if name not in weighed:
            fix = did_you_mean(name, weighed, all_of="there are")
            what = f"no encoder with weights is named {name!r}"
            faults.append(ConfigError(what, where=where, fix=fix))
            continue
        try:
            what = _no_weights(absolute(folder, where), kinds[name]["kind"])
        except ConfigError as error:
            faults.append(error)
            continue
        if what:
            fix = "give the folder into which the model was saved"
            faults.append(ConfigError(what, where=where, fix=fix))
    return faults


def _no_weights(folder: Path, kind: str) -> str:
    """Why a folder cannot be read as a checkpoint; empty where it can."""
    if not folder.is_dir():
        return "no such folder"
    if kind == "colbert":
        found = (folder / COLBERT_WEIGHTS).is_file()
        return "" if found else f"the folder holds no {COLBERT_WEIGHTS}"
    found = any(path.suffix in WEIGHTS and path.is_file() for path in folder.rglob("*"))
    return (
        ""
        if found
        else f"the folder holds no weights ({' or '.join(f'*{ending}' for ending in WEIGHTS)})"
    )


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
