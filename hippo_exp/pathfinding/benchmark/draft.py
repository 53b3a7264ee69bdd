"""From settings to a checked blueprint: nets, hubs, questions, decoys, then names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.pathfinding.benchmark.asking import Asked, Asker, is_sound
from hippo_exp.pathfinding.benchmark.build import build_net
from hippo_exp.pathfinding.benchmark.checks import parameter_faults
from hippo_exp.pathfinding.benchmark.finish import finish
from hippo_exp.pathfinding.benchmark.ground import Ground, GroundBuilder
from hippo_exp.pathfinding.benchmark.hubs import add_hubs, hub_types, join_hubs
from hippo_exp.pathfinding.benchmark.kinds import KindMaker
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.pathfinding.benchmark.search import GroundSearch
from hippo_exp.pathfinding.benchmark.sizes import net_sizes
from hippo_exp.pathfinding.corpus import SCHEMA, Blueprint, Schema
from hippo_exp.pathfinding.corpus.draws import Draws, stream

_KINDS, _NETS, _FACTS, _QUESTIONS = range(20, 24)
"""Purposes of the random streams; those of ``dataset=synthetic`` are below 10."""


def draft_benchmark(parameters: BenchmarkParameters, schema: Schema = SCHEMA) -> Blueprint:
    """Return the entities, facts, passages and questions that the settings determine.

    Every question is sound: by exhaustive search over all facts, exactly one entity is reached
    from each of its seeds within that seed's hops, and no passage names two of the seeds.

    Raises:
        ConfigError: the corpus is too small for the questions, hubs or decoys.
        FaultListError: settings out of range, one :class:`ConfigError` each.
    """
    faults = parameter_faults(parameters)
    if faults:
        raise FaultListError(faults)
    ground, questions = _draw(parameters, schema)
    _check(ground, questions)
    return finish(ground, questions, schema, parameters)


def _draw(parameters: BenchmarkParameters, schema: Schema) -> tuple[Ground, list[Asked]]:
    rng = stream(parameters.seed, _FACTS)
    sizes = net_sizes(parameters, KindMaker(schema, Draws(stream(parameters.seed, _KINDS))))
    builder = GroundBuilder(schema, rng)
    draws = Draws(stream(parameters.seed, _NETS))
    nets = [build_net(builder, schema, kind, n_seeds, parameters, draws) for kind, n_seeds in sizes]
    hubs = add_hubs(builder, hub_types(nets, schema, parameters), parameters)
    _fill(builder, schema, parameters, rng)
    ground = builder.ground()
    join_hubs(ground, nets, hubs, schema, parameters, rng)
    asker = Asker(ground, nets, hubs, parameters, stream(parameters.seed, _QUESTIONS))
    return ground, asker.questions()


def _fill(
    builder: GroundBuilder,
    schema: Schema,
    parameters: BenchmarkParameters,
    rng: np.random.Generator,
) -> None:
    """Add passages about unrelated entities until the corpus has its size."""
    specific = [i for i, kind in enumerate(schema.types) if kind.role == "specific"]
    drawn = rng.choice(specific, size=parameters.n_passages - builder.n_passages)
    for kind in specific:
        members = builder.of_type(kind, int((drawn == kind).sum()))
        builder.pages(members, kind, parameters.facts_per_passage)


def _check(ground: Ground, questions: Sequence[Asked]) -> None:
    """Search exhaustively once more, now that every decoy is planted.

    Raises:
        ConfigError: a question is not sound; refused, never kept.
    """
    search = GroundSearch(ground)
    for asked in questions:
        if not is_sound(search, asked):
            what = f"the answer of a question of hops {asked.shape} is not unique"
            raise ConfigError(what, where="dataset.pathfinding", fix="choose another seed")
