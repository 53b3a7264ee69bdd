"""What stands in the way of the path-finding experiment."""

from __future__ import annotations

from dataclasses import replace

from hippo_exp.config.schema import PathfindingSettings
from hippo_exp.errors import FaultListError, HippoExpError
from hippo_exp.pathfinding import InstanceParameters
from hippo_exp.pipeline.pathfinding.checks import check_study
from hippo_exp.pipeline.pathfinding.rankers import RANKERS


def pathfinding_faults(settings: PathfindingSettings) -> list[HippoExpError]:
    """Settings that are each in range but do not fit together, and unknown rankers."""
    base = InstanceParameters(**settings.instance.model_dump())
    rankers = list(RANKERS if settings.rows is None else settings.rows)
    try:
        check_study(
            [replace(base, hops=hops) for hops in settings.hops],
            settings.n_instances,
            settings.seed,
            rankers,
            settings.restart_prob,
        )
    except FaultListError as error:
        return list(error.errors)
    except HippoExpError as error:
        return [error]
    return []
