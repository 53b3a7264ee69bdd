"""What stands in the way of the path-finding experiment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hippo_exp.config import changes, load_settings
from hippo_exp.config.schema import PathfindingSettings
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pathfinding import InstanceParameters
from hippo_exp.pipeline.pathfinding.checks import study_faults
from hippo_exp.pipeline.pathfinding.rankers import RANKERS
from hippo_exp.pipeline.planning.places import result_faults

_HUBS = "set instance.hubs=N as well, or leave it out"
_RESTARTING = ("ppr",)
"""Rankers that read the restart probability."""


def pathfinding_faults(settings: PathfindingSettings) -> list[HippoExpError]:
    """Settings that are each in range but do not fit together, and unknown rankers."""
    base = InstanceParameters(**settings.instance.model_dump())
    rankers = list(RANKERS if settings.rows is None else settings.rows)
    return [
        *result_faults(settings, "pathfinding"),
        *_unread(settings, rankers),
        *study_faults(
            [replace(base, hops=hops) for hops in settings.hops],
            settings.n_instances,
            settings.seed,
            rankers,
            settings.restart_prob,
        ),
    ]


def _unread(settings: PathfindingSettings, rankers: Sequence[str]) -> list[HippoExpError]:
    """Settings that were changed though nothing reads them."""
    faults: list[HippoExpError] = [
        ConfigError("a setting that has no effect without hubs", where=text, fix=_HUBS)
        for text in changes(settings)
        if text.startswith("instance.hub_degree=") and settings.instance.hubs == 0
    ]
    shipped = load_settings(PathfindingSettings, "experiment/pathfinding", [])
    restart = settings.restart_prob
    if restart != shipped.restart_prob and not any(name in _RESTARTING for name in rankers):
        fix = f"leave it out, or choose one of the rows {', '.join(_RESTARTING)}"
        where = f"restart_prob={restart:g}"
        faults.append(ConfigError("no chosen row reads this setting", where=where, fix=fix))
    return faults
