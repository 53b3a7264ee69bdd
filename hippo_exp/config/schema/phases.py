"""Settings of the phase diagrams."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import ASCENDING, Settings
from hippo_exp.config.schema.root import RunSettings

Shares = Annotated[
    tuple[Annotated[float, Field(ge=0, lt=1)], ...],
    Field(strict=False, min_length=2),
    ASCENDING,
]
Counts = Annotated[
    tuple[Annotated[int, Field(ge=1, le=1000)], ...],
    Field(strict=False, min_length=2),
    ASCENDING,
]


class PhaseAxes(Settings):
    """The values of each diagram's two axes; see ``pathfinding.phases``."""

    missing: Shares
    missing_hops: Counts
    rival_paths: Counts
    rival_extra: Counts
    hub_degree: Counts
    hubs: Counts


class PhaseSettings(RunSettings):
    """The phase diagrams of path-finding.

    Attributes:
        n_instances: of each point.
        restart_prob: of Personalized PageRank.
        bootstrap_resamples: of the intervals.
        axes: see :class:`PhaseAxes`.
        quick: a tenth of the instances, for a look.
    """

    n_instances: Annotated[int, Field(ge=10, le=1_000_000)]
    restart_prob: Annotated[float, Field(ge=0.001, lt=1.0)]
    bootstrap_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
    axes: PhaseAxes
    quick: bool = False

    @property
    def n_run(self) -> int:
        """Instances that are run at each point."""
        return max(10, self.n_instances // 10) if self.quick else self.n_instances
