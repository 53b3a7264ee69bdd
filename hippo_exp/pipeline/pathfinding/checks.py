"""Everything that can be wrong with a study, found before it runs."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.pathfinding import InstanceParameters
from hippo_exp.pipeline.pathfinding.rankers import RANKERS
from hippo_exp.text import did_you_mean


def check_study(
    variants: Sequence[InstanceParameters],
    n_instances: int,
    seed: int,
    rankers: Sequence[str],
    restart_prob: float,
) -> None:
    """Check the settings of ``run_study``.

    Raises:
        ConfigError: the one fault.
        FaultListError: several settings have a fault, each named.
    """
    faults = study_faults(variants, n_instances, seed, rankers, restart_prob)
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise FaultListError(faults)


def study_faults(
    variants: Sequence[InstanceParameters],
    n_instances: int,
    seed: int,
    rankers: Sequence[str],
    restart_prob: float,
) -> list[HippoExpError]:
    """Every fault of the settings of ``run_study``; empty when they are sound."""
    faults = [*_instance_faults(variants), *_ranker_faults(rankers)]
    if n_instances < 1:
        faults.append(_fault("n_instances", n_instances, "give at least 1"))
    if seed < 0:
        faults.append(_fault("seed", seed, "give 0 or more"))
    if not 0 < restart_prob <= 1:
        faults.append(_fault("restart_prob", restart_prob, "give 0 < restart_prob <= 1"))
    return faults


def _instance_faults(variants: Sequence[InstanceParameters]) -> list[HippoExpError]:
    """Of each setting the first fault; the variants share all settings but the hops."""
    found: dict[str, HippoExpError] = {}
    for variant in variants:
        try:
            variant.check()
        except FaultListError as several:
            for error in several.errors:
                found.setdefault(error.where, error)
        except ConfigError as one:
            found.setdefault(one.where, one)
    faults = list(found.values())
    if not variants:
        faults.append(_fault("hops", [], "give at least one number of hops"))
    if not faults:
        labels = [variant.label for variant in variants]
        if len(dict.fromkeys(labels)) < len(labels):
            faults.append(_fault("hops", labels, "name each number of hops once"))
    return faults


def _ranker_faults(rankers: Sequence[str]) -> list[HippoExpError]:
    faults: list[HippoExpError] = []
    if not rankers or len(dict.fromkeys(rankers)) < len(rankers):
        faults.append(_fault("rows", list(rankers), "name each ranker once, at least one"))
    for ranker in rankers:
        if ranker not in RANKERS:
            fix = did_you_mean(ranker, RANKERS, all_of="there are")
            faults.append(_fault("rows", ranker, fix))
    return faults


def _fault(name: str, value: object, fix: str) -> ConfigError:
    return ConfigError(f"{name}={value!r} is not possible", where=name, fix=fix)
