"""Do committed results still belong to this code? Their recorded command tells."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from hippo_exp.config import load_settings
from hippo_exp.config.schema import (
    PaperSettings,
    PathfindingSettings,
    RetrievalSettings,
    RunSettings,
)
from hippo_exp.config.schema.phases import PhaseSettings
from hippo_exp.errors import FaultListError, HippoExpError, VerificationError
from hippo_exp.pipeline.differences import differences
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.paper.plan import plan_paper
from hippo_exp.reporting import read_manifest

AGAIN = "commit the code, then run the command of the results again"
_COMMAND = re.compile(r"python -m experiments\.([a-z0-9_]+)((?: .*)?)")
_MODELS: Mapping[str, type[RunSettings]] = {
    "pathfinding": PathfindingSettings,
    "paper": PaperSettings,
    "phases": PhaseSettings,
}
_SHOWN = 3
_TABLE = "experiment="
_FOLDER = "FOLDER/"
"""Stands in a recorded command for a folder of the machine that ran it."""


def stale_faults(root: Path) -> list[HippoExpError]:
    """One fault for each manifest of changed code, or whose settings today's code would not make.

    Timings (``benchmarks``) have no settings; of them only the state of the code is checked. A
    command with a folder of another machine cannot be composed here, so it is not compared.

    Args:
        root: the results tree.
    """
    faults: list[HippoExpError] = []
    for path in sorted([*root.glob("*/manifest.json"), *root.glob("*/*/manifest.json")]):
        if any(part.startswith(".") for part in path.relative_to(root).parts):
            continue
        try:
            manifest = read_manifest(path)
        except HippoExpError:
            continue  # the check of the folder itself reports it
        place = path.relative_to(root).as_posix()
        for what in (_of_changed_code(manifest), _of_other_settings(manifest, root, path.parent)):
            faults += [VerificationError(what, where=place, fix=AGAIN)] if what else []
    return faults


def _of_changed_code(manifest: Mapping[str, object]) -> str:
    environment = manifest.get("environment")
    git = environment.get("git") if isinstance(environment, dict) else None
    dirty = isinstance(git, dict) and git.get("dirty") is True
    return "the results were made with uncommitted changes (dirty: true)" if dirty else ""


def _of_other_settings(manifest: Mapping[str, object], root: Path, folder: Path) -> str:
    """How the recorded settings differ from those that the recorded command gives now."""
    config, command = manifest.get("config"), manifest.get("command")
    if not isinstance(config, dict) or not isinstance(command, str) or _FOLDER in command:
        return ""
    match = _COMMAND.fullmatch(command)
    if match is None:
        return ""
    try:
        now = _settings(match[1], shlex.split(match[2]), root, folder)
    except HippoExpError as error:
        first = error.errors[0] if isinstance(error, FaultListError) else error
        return f"stale: its command is refused now ({first})"
    if now is None:
        return "stale: its command makes no such results now"
    plain = json.loads(json.dumps(recorded_settings(now)))
    changed = list(differences(config, plain))
    more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
    listed = ", ".join(changed[:_SHOWN])
    return f"stale: its command gives other settings now ({listed}{more})" if changed else ""


def _settings(name: str, overrides: list[str], root: Path, folder: Path) -> RunSettings | None:
    """The settings that a command gives a folder; of ``experiments.paper`` also its tables'."""
    if name == "sweep":  # recorded are the settings of its first point
        named = [text for text in overrides if text.startswith(_TABLE)]
        config = f"experiment/{named[-1].removeprefix(_TABLE)}" if named else ""
        rest = [text for text in overrides if text not in named]
        return load_settings(RetrievalSettings, config, rest, multirun=True)
    model = _MODELS.get(name, RetrievalSettings)
    settings = load_settings(model, f"experiment/{name}", overrides)
    if not isinstance(settings, PaperSettings) or folder.parent == root:
        return settings
    found = (run.settings for run in plan_paper(settings) if _is_of(run.folder, folder))
    return next(found, None)


def _is_of(planned: Path, folder: Path) -> bool:
    return planned.parts[-2:] == folder.parts[-2:]
