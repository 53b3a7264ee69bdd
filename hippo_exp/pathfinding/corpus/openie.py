"""The triples that an extraction step would find in the passages, with its usual faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.render import Rendered, Stated
from hippo_exp.types import PassageExtraction

Row = tuple[str, ...]


def extract(
    passages: Iterable[Rendered], parameters: SyntheticParameters
) -> Iterator[PassageExtraction]:
    """Yield (n_passages,) extractions, each as its passage is taken.

    The rates of ``parameters`` say how many facts are missed, invented or malformed; the choices
    use a stream of their own, so the texts do not depend on these rates.
    """
    draws = Draws(stream(parameters.seed, 4))
    return (_extract(passage, parameters, draws) for passage in passages)


def _extract(passage: Rendered, parameters: SyntheticParameters, draws: Draws) -> PassageExtraction:
    if draws.chance(parameters.failed_passages):
        return PassageExtraction(entities=(), rows=(), status="parse_error")
    names = (passage.name, *(fact.far for fact in passage.stated))
    entities = tuple(dict.fromkeys(names))
    rows: list[Row] = []
    for fact in passage.stated:
        rows += _rows(fact, parameters, draws)
    if len(entities) > 2 and draws.chance(parameters.spurious_facts):
        first = 1 + draws.below(len(entities) - 1)
        second = 1 + (first - 1 + 1 + draws.below(len(entities) - 2)) % (len(entities) - 1)
        rows.append((entities[first], "is connected with", entities[second]))
    return PassageExtraction(
        entities=entities, rows=tuple(rows), status="ok" if rows else "ok_empty"
    )


def _rows(fact: Stated, parameters: SyntheticParameters, draws: Draws) -> list[Row]:
    """Return the rows that one stated fact leaves: none, one, or one more for its year."""
    missed = draws.chance(parameters.missing_facts)
    malformed = draws.chance(parameters.malformed_rows)
    dated = draws.chance(parameters.literal_facts)
    if missed:
        return []
    rows: list[Row] = [(fact.near, fact.triple, fact.far)]
    if malformed:
        rows = [(fact.near, f"{fact.triple} {fact.far}")]
        if fact.year:
            rows = [(fact.near, fact.triple, fact.far, fact.year)]
    if dated and fact.year:
        rows.append((fact.near, "is dated", fact.year))
    return rows
