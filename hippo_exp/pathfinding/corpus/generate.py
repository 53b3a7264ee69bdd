"""The synthetic corpus: world, facts, passages, extraction and questions put together."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.errors import FaultListError
from hippo_exp.pathfinding.corpus.assemble import assemble_dataset, assemble_extraction
from hippo_exp.pathfinding.corpus.blueprint import Blueprint
from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.facts import draw_facts
from hippo_exp.pathfinding.corpus.openie import extract
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.planning import plan_questions
from hippo_exp.pathfinding.corpus.render import Renderer
from hippo_exp.pathfinding.corpus.schema import SCHEMA, Schema
from hippo_exp.pathfinding.corpus.search import FactSearch
from hippo_exp.pathfinding.corpus.statements import place_facts
from hippo_exp.pathfinding.corpus.world import build_world
from hippo_exp.types import Dataset, Extraction


@dataclass(frozen=True)
class SyntheticCorpus:
    """What the generator gives to the pipeline.

    Attributes:
        dataset: passages and questions with query entities, gold and answers.
        extraction: entities and triple rows of every passage.
    """

    dataset: Dataset
    extraction: Extraction


def generate_corpus(parameters: SyntheticParameters, schema: Schema = SCHEMA) -> SyntheticCorpus:
    """Return the corpus that the parameters determine, the same on every machine.

    Raises:
        ConfigError: the facts have too few paths for the wanted questions.
        FaultListError: the settings are out of range (one :class:`ConfigError` each).
    """
    return write_corpus(draft_corpus(parameters, schema), parameters)


def draft_corpus(parameters: SyntheticParameters, schema: Schema = SCHEMA) -> Blueprint:
    """Return the world, its facts and the planned questions.

    Raises:
        ConfigError: the facts have too few paths for the wanted questions.
        FaultListError: the settings are out of range.
    """
    faults = parameters.check()
    if faults:
        raise FaultListError(faults)
    world = build_world(schema, parameters)
    facts = draw_facts(world, parameters)
    statements = place_facts(world, facts, parameters)
    search = FactSearch(world, facts, statements)
    plans = plan_questions(world, search, statements, parameters)
    order = stream(parameters.seed, 6).permutation(world.n_passages).tolist()
    return Blueprint(world, facts, statements, tuple(plans), tuple(order))


def write_corpus(blueprint: Blueprint, parameters: SyntheticParameters) -> SyntheticCorpus:
    """Return the texts, triples and questions of a blueprint."""
    world, statements = blueprint.world, blueprint.statements
    by_number = Renderer(world, blueprint.facts, statements, parameters).passages()
    rendered = [by_number[number] for number in blueprint.order]
    draws = Draws(stream(parameters.seed, 7))
    dataset = assemble_dataset(blueprint, rendered, parameters.query_variant_rate, draws)
    extraction = assemble_extraction(extract(rendered, parameters))
    return SyntheticCorpus(dataset=dataset, extraction=extraction)
