"""What stands in the way of the path-finding experiment."""

from __future__ import annotations

from dataclasses import replace

from hippo_exp.config import changes
from hippo_exp.config.schema import PathfindingSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.pathfinding import InstanceParameters
from hippo_exp.pipeline.pathfinding.checks import check_study
from hippo_exp.pipeline.pathfinding.rankers import RANKERS

_HUBS = "set instance.hubs=N as well, or leave it out"


def pathfinding_faults(settings: PathfindingSettings) -> list[HippoExpError]:
    """Settings that are each in range but do not fit together, and unknown rankers."""
    base = InstanceParameters(**settings.instance.model_dump())
    rankers = list(RANKERS if settings.rows is None else settings.rows)
    unread = [
        ConfigError("a setting that has no effect without hubs", where=text, fix=_HUBS)
        for text in changes(settings)
        if text.startswith("instance.hub_degree=") and settings.instance.hubs == 0
    ]
    try:
        check_study(
            [replace(base, hops=hops) for hops in settings.hops],
            settings.n_instances,
            settings.seed,
            rankers,
            settings.restart_prob,
        )
    except FaultListError as error:
        return [*unread, *error.errors]
    except HippoExpError as error:
        return [*unread, error]
    return list(unread)
