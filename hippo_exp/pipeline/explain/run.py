"""From a question and a method to its explanation."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import changes
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import links_entities, on_graph
from hippo_exp.errors import ConfigError
from hippo_exp.pipeline.explain.asked import AskedQuery
from hippo_exp.pipeline.explain.case import Case, Told
from hippo_exp.pipeline.explain.cause import causes_of
from hippo_exp.pipeline.explain.drawn import drawing_of
from hippo_exp.pipeline.explain.methods import TELLERS
from hippo_exp.pipeline.explain.names import Names
from hippo_exp.pipeline.explain.nodes import node_mass, top_phrases
from hippo_exp.pipeline.explain.passages import ScoreParts
from hippo_exp.pipeline.planning.one_method import check_method
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.reporting.explain import (
    Asked,
    Drawing,
    Explained,
    GoldPlace,
    NodeMass,
    PassageScore,
)
from hippo_exp.retrieval import rank_passages
from hippo_exp.types import Dataset, Ranking

LEAST, MOST = 1, 100


def explain_question(
    bench: Workbench,
    settings: RetrievalSettings,
    method: str,
    asked: AskedQuery,
    *,
    depth: int = 5,
    n_nodes: int = 10,
    command: str = "",
) -> Explained:
    """Explain one question under one method.

    Args:
        bench: data set and stages.
        settings: resolved; see ``method_settings``.
        method: its name.
        asked: the question.
        depth: passages shown; a gold passage below is missing.
        n_nodes: nodes shown.
        command: makes the explanation again.

    Raises:
        ConfigError: ``depth`` or ``n_nodes`` out of range.
        DataError: the method cannot run here.
        GraphError, EncoderError: as the stages raise them.
    """
    _check_sizes(top=depth, nodes=n_nodes)
    check_method(settings, method, bench.inputs, own_entities=asked.is_own)
    case, ranking = _searched(bench, settings, method, asked)
    told = TELLERS[method](case)
    gold = _gold_places(case, ranking)
    missing = {key: rank for key, (_, rank) in gold.items() if rank > depth}
    shown = [*range(min(depth, len(ranking.passages))), *(rank - 1 for rank in missing.values())]
    names = Names(bench.inputs.dataset, bench.index(settings) if on_graph(method) else None)
    passages = _passages(case, told, ranking, sorted(shown), names)
    nodes, drawing = _graph(told, names, n_nodes, passages)
    causes = causes_of(case, asked.question, told.entities, missing) if asked.question else ()
    return Explained(
        dataset=bench.inputs.dataset.name,
        method=method,
        encoder="" if method == "bm25" else settings.encoder.name,
        preset=settings.preset.name,
        settings=changes(settings),
        command=command,
        question=_asked(bench.inputs.dataset, asked, method, names),
        n_passages=len(bench.inputs.dataset.passages),
        outcome=case.outcome,
        depth=depth,
        entities=told.entities,
        linked_facts=told.facts,
        nodes=nodes,
        passages=passages,
        gold=tuple(
            GoldPlace(names.passage(place), rank, float(case.scores[place]))
            for place, rank in sorted(gold.values(), key=lambda item: item[1])
        ),
        causes=causes,
        drawing=drawing,
        notes=(*asked.notes, *told.notes),
    )


def _check_sizes(**sizes: int) -> None:
    for name, value in sizes.items():
        if not LEAST <= value <= MOST:
            fix = f"use {LEAST} to {MOST}"
            raise ConfigError(f"{name}={value} is out of range", where=f"--{name}", fix=fix)


def _searched(
    bench: Workbench, settings: RetrievalSettings, method: str, asked: AskedQuery
) -> tuple[Case, Ranking]:
    """The query under its method, and the ranking of the whole corpus."""
    retriever, queries = bench.retriever(settings, method), [asked.query]
    block = retriever.score(queries)
    (ranking,) = rank_passages(
        block, queries, k=block.scores.shape[1], ties=settings.retriever.ties
    )
    case = Case(
        bench=bench,
        settings=settings,
        method=method,
        retriever=retriever,
        query=asked.query,
        scores=block.scores[0],
        outcome=block.outcomes[0],
        gold=frozenset() if asked.question is None else frozenset(asked.question.gold),
    )
    return case, ranking


def _graph(
    told: Told, names: Names, n_nodes: int, passages: Sequence[PassageScore]
) -> tuple[tuple[NodeMass, ...], Drawing | None]:
    """The nodes of most mass and the drawing; none where the graph did nothing."""
    search, index = told.search, names.index
    if search is None or index is None:
        return (), None
    top = top_phrases(search, n_nodes)
    nodes = tuple(node_mass(search, index.graph, names, node) for node in top)
    return nodes, drawing_of(search, index, names, top, passages)


def _gold_places(case: Case, ranking: Ranking) -> dict[str, tuple[int, int]]:
    """Gold key -> corpus position and rank, from 1, of its best passage."""
    keys = case.bench.inputs.dataset.match_keys
    found: dict[str, tuple[int, int]] = {}
    for rank, passage in enumerate(ranking.passages.tolist(), start=1):
        if keys[passage] in case.gold:
            found.setdefault(keys[passage], (passage, rank))
    return found


def _passages(
    case: Case, told: Told, ranking: Ranking, places: Sequence[int], names: Names
) -> tuple[PassageScore, ...]:
    """The passages at some places of the ranking, with the parts of their scores."""
    positions = [int(ranking.passages[place]) for place in places]
    return tuple(
        _passage(case, place + 1, names.passage(position), position, parts)
        for place, position, parts in zip(places, positions, told.parts(positions), strict=True)
    )


def _passage(case: Case, rank: int, name: str, position: int, parts: ScoreParts) -> PassageScore:
    passage = case.bench.inputs.dataset.passages[position]
    return PassageScore(
        rank=rank,
        name=name,
        position=position,
        id=passage.id,
        title=passage.title,
        text=passage.text,
        gold=case.bench.inputs.dataset.match_keys[position] in case.gold,
        score=float(case.scores[position]),
        mixture=parts.mixture,
        raw=parts.raw,
        low=parts.low,
        high=parts.high,
        parts=parts.parts,
        facts=parts.facts,
        shares=parts.shares,
    )


def _asked(dataset: Dataset, asked: AskedQuery, method: str, names: Names) -> Asked:
    question, uses = asked.question, links_entities(method)
    titles = {key: place for place, key in reversed(list(enumerate(dataset.match_keys)))}
    return Asked(
        id=asked.query.id,
        text=asked.query.text,
        kind="" if question is None else question.kind,
        hops=None if question is None else question.hops,
        answers=() if question is None else question.answers,
        entities=asked.query.entities if uses else (),
        entities_from=asked.entities_from if uses else "not used by this method",
        gold=() if question is None else tuple(names.passage(titles[key]) for key in question.gold),
    )
