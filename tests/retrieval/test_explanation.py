"""Explanations add up to the scores that they explain."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from retrieval_cases import make_graph, query

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval import HippoRAGRetriever

CHAIN = [[("a", "b"), ("b", "c")], [("c", "d")], [("x", "y")]]


@pytest.fixture
def retriever(make_retriever: Callable[..., HippoRAGRetriever]) -> HippoRAGRetriever:
    return make_retriever(make_graph(CHAIN))


def test_contributions_add_up(retriever: HippoRAGRetriever) -> None:
    trace = retriever.explain(query("A", "c"), passages=[1, 0, 2])
    block = retriever.score([query("A", "c")])
    assert [p.passage for p in trace.passages] == [1, 0, 2]
    for passage in trace.passages:
        parts = passage.contributions
        assert passage.raw == pytest.approx(sum(part.amount for part in parts))
        assert passage.score == block.scores[0, passage.passage]
        assert all(part.amount == part.count * part.node_score for part in parts)
        assert [part.amount for part in parts] == sorted(
            (part.amount for part in parts), reverse=True
        )
    best = trace.passages[1]
    assert [(part.node, part.count) for part in best.contributions] == [
        ("b", 2),
        ("a", 1),
        ("c", 1),
    ]
    assert trace.passages[2].contributions == ()


def test_seeds(retriever: HippoRAGRetriever) -> None:
    seeds = retriever.explain(query("C", "nowhere", "a")).seeds
    assert [seed.entity for seed in seeds] == ["C", "nowhere", "a"]
    assert [seed.phrase for seed in seeds] == ["c", "nowhere", "a"]
    assert [seed.node for seed in seeds] == ["c", None, "a"]
    assert [seed.position for seed in seeds] == [2, -1, 0]
    assert [seed.cosine for seed in seeds] == [1, 0, 1]
    assert [seed.specificity for seed in seeds] == [0.5, 0, 1]
    assert [seed.weight for seed in seeds] == [0.5, 0, 1]


def test_best_nodes_first(retriever: HippoRAGRetriever) -> None:
    nodes = retriever.explain(query("a"), top_nodes=2).nodes
    assert [node.node for node in nodes] == ["a", "b"]
    assert [node.position for node in nodes] == [0, 1]


def test_the_first_passage_by_default(retriever: HippoRAGRetriever) -> None:
    trace = retriever.explain(query("x", id_="q7"))
    assert (trace.query_id, trace.outcome) == ("q7", "ok")
    assert [p.passage for p in trace.passages] == [2]
    assert trace.passages[0].score == 1


def test_without_a_node(retriever: HippoRAGRetriever) -> None:
    trace = retriever.explain(query("nowhere"))
    assert trace.outcome == "not_linkable"
    assert trace.nodes == ()
    assert trace.passages[0].contributions == ()
    assert np.isclose(trace.passages[0].raw, 0)


@pytest.mark.parametrize("passage", [-1, 3])
def test_unknown_passage(retriever: HippoRAGRetriever, passage: int) -> None:
    with pytest.raises(ConfigError, match="corpus of 3"):
        retriever.explain(query("a"), passages=[passage])
