"""Run rankers over many instances: one line per hops, instance and ranker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from hippo_exp.encoders import CharNgramEncoder, Encoder
from hippo_exp.evaluation import candidate_hit, expected_candidate_rank, sampled_candidate_rank
from hippo_exp.pathfinding import (
    Instance,
    InstanceParameters,
    generate_instance,
    instance_rng,
)
from hippo_exp.pipeline.pathfinding.checks import check_study
from hippo_exp.pipeline.pathfinding.rankers import RANKERS, RankerSettings
from hippo_exp.pipeline.progress import track

if TYPE_CHECKING:
    import pandas as pd

DENSE_FEATURES = 2**15
"""Dimension of the default encoder: ample for the few hundred n-grams of an instance."""


class Record(NamedTuple):
    """The answer's rank in one instance under one ranker.

    Attributes:
        hops_label: ``InstanceParameters.label``.
        instance: number of the instance within its hops, from 0.
        ranker: name in ``RANKERS``.
        expected_rank: mean rank under random tie-breaking.
        sampled_rank: rank with ties broken by the instance's ``tie_order``.
        hit: probability under random tie-breaking that the answer ranks first.
    """

    hops_label: str
    instance: int
    ranker: str
    expected_rank: float
    sampled_rank: int
    hit: float


def run_study(
    parameters: InstanceParameters,
    *,
    hops: Sequence[int | tuple[int, ...]] = (1, 2, 3),
    n_instances: int = 500,
    seed: int = 0,
    rankers: Sequence[str] = tuple(RANKERS),
    restart_prob: float = 0.5,
    encoder: Encoder | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    """Rank the answer of every instance under every ranker.

    Instance i of given hops depends on ``seed``, the hops, i and ``parameters`` alone: not on
    ``n_instances``, the other hops or the rankers.

    Args:
        parameters: all settings but the hops, which ``hops`` replaces.
        hops: distinct chain lengths, each one number or one for each seed.
        n_instances: instances of each, at least 1.
        seed: of the run, at least 0.
        rankers: distinct names of ``RANKERS``.
        restart_prob: of Personalized PageRank, 0 < restart_prob <= 1.
        encoder: of the dense ranker; None for character n-grams.
        progress: show a progress bar.

    Returns:
        len(hops) * n_instances * len(rankers) lines in that nesting, columns as in ``Record``.

    Raises:
        ConfigError: one setting out of range, FaultListError: several; before anything runs.
    """
    variants = [replace(parameters, hops=each) for each in hops]
    check_study(variants, n_instances, seed, rankers, restart_prob)
    settings = RankerSettings(restart_prob, encoder or CharNgramEncoder(n_features=DENSE_FEATURES))
    instances = _instances(variants, n_instances, seed)
    if progress:
        total = len(variants) * n_instances
        instances = track(instances, total=total, what="path-finding", unit="instances")
    records = [
        _measure(instance, index, ranker, settings)
        for index, instance in instances
        for ranker in rankers
    ]
    import pandas as pd

    return pd.DataFrame.from_records(records, columns=list(Record._fields))


def _instances(
    variants: Sequence[InstanceParameters], n_instances: int, seed: int
) -> Iterator[tuple[int, Instance]]:
    for variant in variants:
        for index in range(n_instances):
            yield index, generate_instance(variant, instance_rng(variant, seed, index))


def _measure(instance: Instance, index: int, ranker: str, settings: RankerSettings) -> Record:
    scores = RANKERS[ranker](instance, settings)
    answer = instance.answer_position
    return Record(
        hops_label=instance.parameters.label,
        instance=index,
        ranker=ranker,
        expected_rank=expected_candidate_rank(scores, answer),
        sampled_rank=sampled_candidate_rank(scores, answer, instance.tie_order),
        hit=candidate_hit(scores, answer),
    )
