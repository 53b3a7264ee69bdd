"""The parts of scores that come from the graph, alone or beside a dense retriever's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hippo_exp.pipeline.explain.case import Case, Told, no_parts
from hippo_exp.pipeline.explain.linking import linked_entities, linked_facts
from hippo_exp.pipeline.explain.names import Names
from hippo_exp.pipeline.explain.passages import GraphScores, ScoreParts
from hippo_exp.pipeline.explain.search import search_graph
from hippo_exp.pipeline.retrievers.searched import EdgeWeight
from hippo_exp.reporting.explain import Part
from hippo_exp.reporting.explain.wording import percent
from hippo_exp.retrieval import FactLinkingRetriever, PassageNodesRetriever, Scoring, min_max
from hippo_exp.retrieval.fusion import mean_ranks
from hippo_exp.retrieval.passage_nodes import PassageSearch
from hippo_exp.types import FloatArray


def tell_hipporag(case: Case) -> Told:
    """Passage scores P @ x, of the nodes linked to the query entities."""
    bench, settings = case.bench, case.settings
    retriever = bench.hipporag(settings)
    index = bench.index(settings)
    (linked,) = retriever.link([case.query])
    (weights,) = retriever.restart([linked])
    search = search_graph(
        bench, settings, index.phrases, weights,
        method="hipporag", n_phrases=len(index.graph.nodes),
    )  # fmt: skip
    entities = linked_entities(retriever.seeds(linked), search)
    if search is None:
        policy = settings.retriever.hipporag.no_entity
        note = f"no query entity is linked: no_entity={policy} made the scores"
        return Told(no_parts, entities, notes=(note,))
    raw = index.graph.passage_nodes @ search.mass
    graph = GraphScores(search, index, Names(bench.inputs.dataset, index), "phrase_mass", raw)

    def parts(passages: Sequence[int]) -> list[ScoreParts]:
        traces = retriever.explain(case.query, passages=passages, top_nodes=0).passages
        return [graph.of(trace.passage, trace) for trace in traces]

    return Told(parts, entities, search=search)


def tell_mixture(case: Case) -> Told:
    """HippoRAG's parts, and what it and the dense retriever add to the mixture."""
    told = tell_hipporag(case)
    amounts = _mixed(case)

    def parts(passages: Sequence[int]) -> list[ScoreParts]:
        return [
            replace(
                found,
                mixture=tuple(
                    Part("retriever", label, float(values[passage]))
                    for label, values in amounts.items()
                ),
            )
            for passage, found in zip(passages, told.parts(passages), strict=True)
        ]

    return replace(told, parts=parts)


def _mixed(case: Case) -> dict[str, FloatArray]:
    """(n_passages,) what each of the two retrievers adds to the score."""
    options, queries = case.settings.retriever, [case.query]
    one = case.bench.hipporag(case.settings).score(queries).scores
    two = case.bench.dense(case.settings).score(queries).scores
    labels = ("HippoRAG", "dense retrieval")
    if case.method == "rank_fusion":
        pair = (1 / (options.fusion.k + mean_ranks(scores))[0] for scores in (one, two))
        return dict(zip(labels, pair, strict=True))
    weight = options.fusion.weight
    if case.method == "hipporag_ensemble":
        weight = {"hipporag": 1.0, "dense": 0.0}.get(case.outcome, options.ensemble.weight)
    return {labels[0]: weight * min_max(one)[0], labels[1]: (1 - weight) * min_max(two)[0]}


def tell_passage_nodes(case: Case) -> Told:
    """The mass of the passages, restarted at query entities and passages."""
    assert isinstance(case.retriever, PassageNodesRetriever)
    linked, weights, reset = case.retriever.restarts(case.query)
    options = case.settings.retriever.passage_nodes
    search = case.retriever.search
    told = _with_passages(case, search, weights, reset, options.scoring, options.edge_weight)
    seeds = case.bench.hipporag(case.settings).seeds(linked)
    return replace(told, entities=linked_entities(seeds, told.search))


def tell_fact_linking(case: Case) -> Told:
    """The mass of the passages, restarted at the phrases of linked facts and at passages."""
    assert isinstance(case.retriever, FactLinkingRetriever)
    linked, reset = case.retriever.restarts(case.query)
    edge_weight = case.settings.retriever.fact_linking.edge_weight
    if not linked.seeds:
        note = "no linked fact has a weight: the dense scores rank the passages"
        return Told(no_parts, facts=linked_facts(linked), notes=(note,))
    search = case.retriever.search
    told = _with_passages(case, search, linked.seeds, reset, "passage_mass", edge_weight)
    return replace(told, facts=linked_facts(linked))


def _with_passages(
    case: Case,
    scorer: PassageSearch,
    weights: Mapping[int, float],
    reset: FloatArray,
    scoring: Scoring,
    edge_weight: EdgeWeight,
) -> Told:
    bench, settings = case.bench, case.settings
    index = bench.index(settings)
    searched = index.with_passages.by(edge_weight)
    search = search_graph(
        bench, settings, searched, weights,
        method=case.method, n_phrases=len(index.graph.nodes), reset=reset,
    )  # fmt: skip
    if search is None:
        policy = settings.retriever.hipporag.no_entity
        return Told(no_parts, notes=(f"nothing restarts: no_entity={policy} made the scores",))
    raw = scorer.part_scores(search.mass[:, None])[0]
    graph = GraphScores(search, index, Names(bench.inputs.dataset, index), scoring, raw)
    at_passages = float(search.restart[search.n_phrases :].sum() / search.restart.sum())
    return Told(
        lambda passages: [graph.of(passage) for passage in passages],
        search=search,
        notes=(f"{percent(at_passages)} of the restart is at passages",),
    )
