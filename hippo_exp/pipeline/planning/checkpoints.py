"""Folders of weights that a command names, looked at before any work."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config import absolute, config_folder, load_option
from hippo_exp.config.schema import PaperSettings, RetrievalSettings
from hippo_exp.encoders.checkpoint import WEIGHTS
from hippo_exp.encoders.late_interaction.checkpoint import WEIGHTS as COLBERT_WEIGHTS
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.text import did_you_mean


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
