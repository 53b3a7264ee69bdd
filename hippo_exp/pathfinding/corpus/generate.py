"""The synthetic corpus: world, facts, passages, extraction and questions put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.errors import FaultListError
from hippo_exp.pathfinding.corpus.assemble import assemble_dataset, assemble_extraction
from hippo_exp.pathfinding.corpus.blueprint import Blueprint
from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.facts import draw_facts
from hippo_exp.pathfinding.corpus.openie import extract
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.planning import plan_questions
from hippo_exp.pathfinding.corpus.render import Rendered, Renderer
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
    rendered = _rendered(blueprint, parameters)
    draws = Draws(stream(parameters.seed, 7))
    dataset = assemble_dataset(blueprint, rendered, parameters.query_variant_rate, draws)
    extraction = assemble_extraction(list(extract(rendered, parameters)))
    return SyntheticCorpus(dataset=dataset, extraction=extraction)


def extract_again(
    parameters: SyntheticParameters, others: Sequence[SyntheticParameters]
) -> tuple[Extraction, ...]:
    """Return extractions of one corpus with other faults; with none, what its passages state.

    Args:
        parameters: of the corpus.
        others: the same but for ``missing_facts``, ``spurious_facts``, ``malformed_rows``,
            ``failed_passages`` and ``literal_facts``, on which no text depends.

    Raises:
        ConfigError, FaultListError: as :func:`generate_corpus`.
    """
    rendered = _rendered(draft_corpus(parameters), parameters)
    return tuple(assemble_extraction(list(extract(rendered, other))) for other in others)


def _rendered(blueprint: Blueprint, parameters: SyntheticParameters) -> list[Rendered]:
    """(n_passages,) passages in corpus order."""
    renderer = Renderer(blueprint.world, blueprint.facts, blueprint.statements, parameters)
    by_number = list(renderer.passages())
    return [by_number[number] for number in blueprint.order]
