"""A passage reset in relation to the seeds: how rare these are decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from passage_node_cases import Fixed, make_graph, passage_nodes, random_graph
from retrieval_cases import query

from hippo_exp.retrieval import HippoRAGRetriever, PassageNodesRetriever, PassageReset
from hippo_exp.types import KnowledgeGraph

Make = Callable[..., HippoRAGRetriever]
laws = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
CHAIN = [[("a", "b"), ("b", "c")], [("c", "d")], [("b", "y")]]


def relative(hipporag: Any, scores: Any, weight: float, **options: Any) -> PassageNodesRetriever:
    reset = PassageReset(Fixed(scores), weight, relative=True)
    return passage_nodes(hipporag, None, **{"reset": reset, **options})


@pytest.mark.parametrize("weight", [0.25, 3.0])
@pytest.mark.parametrize(("names", "seeds"), [("a", 1.0), ("b", 0.5), ("ad", 2.0), ("bc", 1.0)])
def test_the_best_passage_weighs_so_many_times_the_seeds(
    make_retriever: Make, weight: float, names: str, seeds: float
) -> None:
    """Seeds of one passage (a, d) and of two (b, c); passages 0, 1 and 1/2 of the best one."""
    retriever = relative(make_retriever(make_graph(CHAIN)), [0.0, 2.0, 1.0], weight)
    _, found, reset = retriever.restarts(query(*names))
    assert sum(found.values()) == pytest.approx(seeds)
    np.testing.assert_allclose(reset, [0, weight * seeds, weight * seeds / 2])
    share = retriever.explain(query(*names)).entity_share
    assert share == pytest.approx(1 / (1 + 1.5 * weight))


@given(seed=st.integers(0, 10_000), factor=st.sampled_from([0.01, 7.0]))
@laws
def test_how_rare_the_seeds_are_decides_nothing(
    make_retriever: Make, seed: int, factor: float
) -> None:
    random = np.random.default_rng(seed)
    graph = random_graph(random, 5)
    rarer: KnowledgeGraph = replace(graph, specificity=factor * graph.specificity)
    scores = random.random(5)
    one, two = (
        relative(make_retriever(some), scores, 0.7).score([query("a")]) for some in (graph, rarer)
    )
    np.testing.assert_allclose(one.scores, two.scores, atol=1e-7)


def test_an_absolute_reset_outweighs_rare_seeds(make_retriever: Make) -> None:
    graph = make_graph(CHAIN)
    rarer: KnowledgeGraph = replace(graph, specificity=0.01 * graph.specificity)
    plain, lost = (
        passage_nodes(make_retriever(some), [0.0, 2.0, 1.0], 0.7).explain(query("a"))
        for some in (graph, rarer)
    )
    assert plain.entity_share == pytest.approx(1 / (1 + 0.7 * 1.5))
    assert lost.entity_share == pytest.approx(0.01 / (0.01 + 0.7 * 1.5))


def test_without_seeds_it_is_the_plain_reset(make_retriever: Make) -> None:
    hipporag = make_retriever(make_graph(CHAIN))
    dense = {"q": [0.0, 2.0, 1.0], "flat": [3.0, 3.0, 3.0]}
    queries = [query(), query("?"), query("a", id_="flat")]
    found = relative(hipporag, dense, 2.0).score(queries)
    plain = passage_nodes(hipporag, dense, 2.0).score(queries)
    np.testing.assert_allclose(found.scores, plain.scores, atol=1e-12)
    assert found.outcomes == plain.outcomes == ("no_entity", "not_linkable", "flat_reset")
    alone = relative(hipporag, dense, 2.0, use_entities=False).score([query("a")])
    np.testing.assert_allclose(alone.scores[0], found.scores[0], atol=1e-12)


def test_several_weights_at_once(make_retriever: Make) -> None:
    hipporag = make_retriever(make_graph(CHAIN))
    queries = [query("a"), query("b"), query()]
    weights = [0.0, 0.3, 3.0]
    blocks = relative(hipporag, [0.0, 2.0, 1.0], 9.0).score_weights(queries, weights)
    for weight, block in zip(weights, blocks, strict=True):
        single = relative(hipporag, [0.0, 2.0, 1.0], weight).score(queries)
        np.testing.assert_allclose(block.scores, single.scores, atol=1e-6)


def test_parts_of_a_block_are_those_of_each_query(make_retriever: Make) -> None:
    retriever = relative(make_retriever(make_graph(CHAIN)), [0.0, 2.0, 1.0], 0.3)
    queries = [query("a"), query(), query("b", "d")]
    parts = retriever.parts(queries)
    for row, one in enumerate(queries):
        explained = retriever.explain(one, passages=[0, 1, 2])
        for passage in explained.passages:
            assert parts.from_entities[row, passage.passage] == pytest.approx(passage.from_entities)
            assert parts.from_reset[row, passage.passage] == pytest.approx(passage.from_reset)
        assert parts.entity_share[row] == pytest.approx(explained.entity_share)
    assert [item.outcome for item in parts.linked] == ["ok", "no_entity", "ok"]
