"""From a blueprint to passages, extraction and questions, passage by passage or all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import tee

from hippo_exp.pathfinding.benchmark.draft import draft_benchmark
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters
from hippo_exp.pathfinding.corpus import Blueprint, SyntheticCorpus
from hippo_exp.pathfinding.corpus.assemble import (
    as_dataset,
    as_passage,
    as_question,
    assemble_extraction,
)
from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.openie import extract
from hippo_exp.pathfinding.corpus.render import Renderer
from hippo_exp.pathfinding.corpus.wording import Wording
from hippo_exp.types import Passage, PassageExtraction, Question

_WORDING = 7


def generate_benchmark(
    parameters: BenchmarkParameters, name: str = "pathfinding"
) -> SyntheticCorpus:
    """Return the data set and its extraction, the same on every machine.

    Args:
        parameters: settings.
        name: of the data set.

    Raises:
        ConfigError: the corpus is too small for the questions, hubs or decoys.
        FaultListError: settings out of range, one :class:`ConfigError` each.
    """
    blueprint = draft_benchmark(parameters)
    pairs = list(written_passages(blueprint, parameters))
    passages = [passage for passage, _ in pairs]
    contents = {i: passages[i].contents for i in gold_passages(blueprint)}
    questions = written_questions(blueprint, parameters, contents)
    return SyntheticCorpus(
        dataset=as_dataset(name, passages, questions),
        extraction=assemble_extraction([record for _, record in pairs], name),
    )


def written_passages(
    blueprint: Blueprint, parameters: BenchmarkParameters
) -> Iterator[tuple[Passage, PassageExtraction]]:
    """Yield each passage with its extraction, in corpus order; none is kept."""
    renderer = Renderer(
        blueprint.world,
        blueprint.facts,
        blueprint.statements,
        parameters.surface,
        parameters.filler_sentences,
    )
    pages, again = tee(renderer.passages())
    records = extract(again, parameters.surface)
    n = blueprint.world.n_passages
    for number, (page, record) in enumerate(zip(pages, records, strict=True), start=1):
        yield as_passage(page, number, n), record


def gold_passages(blueprint: Blueprint) -> list[int]:
    """Return the ascending positions of the passages that some question rests on."""
    homes = blueprint.statements.homes
    return sorted({int(homes[fact]) for plan in blueprint.plans for fact in plan.facts})


def written_questions(
    blueprint: Blueprint, parameters: BenchmarkParameters, contents: Mapping[int, str]
) -> list[Question]:
    """Return the questions; an id such as ``4hop__question-0001`` gives the number of facts.

    Args:
        blueprint: plans.
        parameters: settings.
        contents: position -> contents, of the gold passages at least.
    """
    draws = Draws(stream(parameters.seed, _WORDING))
    wording = Wording(blueprint.world, parameters.query_variant_rate, draws, apart=True)
    width = len(str(len(blueprint.plans)))
    return [
        as_question(
            f"{len(plan.facts)}hop__question-{i:0{width}d}", plan, blueprint, wording, contents
        )
        for i, plan in enumerate(blueprint.plans, start=1)
    ]
