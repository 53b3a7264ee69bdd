"""The configuration of the path-finding experiment."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import Settings, is_none
from hippo_exp.config.schema.root import RunSettings

Hops = Annotated[int, Field(ge=1, le=16)]
HopsEntry = Hops | Annotated[tuple[Hops, ...], Field(strict=False, min_length=1)]


class InstanceSettings(Settings):
    """The shape of an instance; see ``pathfinding.InstanceParameters``."""

    seeds: Annotated[int, Field(ge=1, le=16)]
    distractors: Annotated[int, Field(ge=1, le=1000)]
    extra_edges: Annotated[int, Field(ge=0, le=1_000_000)]
    missing: Annotated[float, Field(ge=0.0, lt=1.0)]
    hubs: Annotated[int, Field(ge=0, le=1000)]
    hub_degree: Annotated[int, Field(ge=1, le=10_000)]
    matched_degree: bool


class PathfindingSettings(RunSettings):
    """The path-finding experiment: hops, instances, rankers.

    ``limit`` takes only the first of the instances; every table made so says PARTIAL.
    """

    hops: Annotated[tuple[HopsEntry, ...], Field(strict=False, min_length=1)]
    n_instances: Annotated[int, Field(ge=1, le=1_000_000)]
    restart_prob: Annotated[float, Field(ge=0.001, le=1.0)]
    bootstrap_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
    instance: InstanceSettings
    limit: Annotated[int | None, Field(ge=1, exclude_if=is_none)] = None

    @property
    def n_run(self) -> int:
        """Instances that are run, for each number of hops."""
        return self.n_instances if self.limit is None else min(self.limit, self.n_instances)

    @property
    def partial(self) -> tuple[int, int] | None:
        """Instances that are run and all of them; None where they are the same."""
        return None if self.n_run == self.n_instances else (self.n_run, self.n_instances)
