"""HippoRAG by hand: exact figures, weights of nodes, queries without a node."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hipporag_cases import CHAIN, Make, dense
from retrieval_cases import OneHot, make_graph, networkx_ppr, query
from scipy import sparse

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval import rank_passages
from hippo_exp.types import FloatArray, KnowledgeGraph


@pytest.mark.parametrize(
    ("binary", "expected"), [(False, [1.2889, 0.1111, 0]), (True, [0.9778, 0.1111, 0])]
)
def test_exact_figures_of_the_chain(
    make_retriever: Make, binary: bool, expected: list[float]
) -> None:
    """Pitfall A36: chain a-b, b-c | c-d | x-y, seed a, PPR at 0.5."""
    retriever = make_retriever(make_graph(CHAIN, binary=binary))
    trace = retriever.explain(query("a"), passages=[0, 1, 2])
    np.testing.assert_allclose([p.raw for p in trace.passages], expected, atol=5e-5)
    scores = {n.node: n.score for n in trace.nodes}
    np.testing.assert_allclose(
        [scores[node] for node in "abcd"], [0.57778, 0.31111, 0.08889, 0.02222], atol=5e-6
    )
    assert "x" not in scores
    block = retriever.score([query("a")])
    np.testing.assert_allclose(block.scores, [[1, expected[1] / expected[0], 0]], atol=5e-5)
    assert block.outcomes == ("ok",)


@pytest.mark.parametrize("merge", ["set", "sum"])
def test_two_entities_on_one_node_in_either_order(make_retriever: Make, merge: str) -> None:
    """Pitfall A28."""
    graph = make_graph(CHAIN)
    seen: list[FloatArray] = []

    def expand(adjacency: sparse.csr_array, restart: FloatArray) -> FloatArray:
        seen.append(restart.copy())
        return networkx_ppr(adjacency, restart)

    retriever = make_retriever(graph, expand=expand, link_merge=merge)
    orders = [query("b", "B!", "d"), query("d", "B!", "b"), query("b", "d")]
    blocks = [retriever.score([q]) for q in orders]
    for other, restart in zip(blocks[1:], seen[1:], strict=True):
        np.testing.assert_array_equal(restart, seen[0])
        np.testing.assert_array_equal(other.scores, blocks[0].scores)
    assert seen[0][:, 0].tolist() == [0, 1, 0, 1, 0, 0]  # "B!" and "b" are one phrase


def test_sum_counts_different_phrases_on_one_node(make_retriever: Make) -> None:
    graph = make_graph(CHAIN)
    at = OneHot(graph.nodes)

    def encode(phrases: Sequence[str]) -> Any:
        return at([{"bee": "b"}.get(phrase, phrase) for phrase in phrases])

    restarts = []
    for merge in ("set", "sum"):
        seen: list[FloatArray] = []
        retriever = make_retriever(
            graph, encode_phrases=encode, link_merge=merge,
            expand=lambda _, restart, seen=seen: seen.append(restart) or restart,
        )  # fmt: skip
        retriever.score([query("bee", "b", "a")])
        restarts.append(seen[0][:, 0].tolist())
    assert restarts == [[1, 1, 0, 0, 0, 0], [1, 2, 0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("specificity", "expected"),
    [(True, [1, 0.5]), (False, [1, 1]), ("idf", [math.log(4 / 2) + 1, math.log(4 / 3) + 1])],
)
def test_node_specificity(
    make_retriever: Make, specificity: bool | str, expected: list[float]
) -> None:
    """Of three passages, node c stands in two and a in one (row 8)."""
    retriever = make_retriever(make_graph(CHAIN), node_specificity=specificity)
    trace = retriever.explain(query("a", "c"))
    assert [seed.weight for seed in trace.seeds] == pytest.approx(expected, abs=1e-15)
    assert [seed.passages for seed in trace.seeds] == [1, 2]


def test_another_weight_of_nodes_is_refused(make_retriever: Make) -> None:
    with pytest.raises(ConfigError, match=r"'tf' is no weight of nodes.*true, false or idf"):
        make_retriever(make_graph(CHAIN), node_specificity="tf")


def test_node_in_no_passage(make_retriever: Make) -> None:
    """Pitfall A27: its specificity is 1, and everything stays finite."""
    graph = make_graph(CHAIN)
    lonely = KnowledgeGraph(
        nodes=(*graph.nodes, "z"),
        adjacency=sparse.csr_array(sparse.block_diag([graph.adjacency, [[0.0]]])),
        passage_nodes=sparse.csr_array(sparse.hstack([graph.passage_nodes, np.zeros((3, 1))])),
        specificity=np.append(graph.specificity, 1.0),
    )
    block = make_retriever(lonely).score([query("z"), query("z", "a")])
    assert block.outcomes == ("no_match", "ok")
    assert not block.scores[0].any()
    assert np.isfinite(block.scores).all()
    assert make_retriever(lonely).explain(query("z")).seeds[0].weight == 1


def test_solver_noise_is_no_match(make_retriever: Make) -> None:
    """Node scores of 1e-14 beside a seed of 1 are not stretched to a ranking."""
    graph = make_graph([[("a", "b")], [("c", "d")]])
    held = graph.passage_nodes.toarray()
    held[0] = 0
    alone = replace(graph, passage_nodes=sparse.csr_array(held))

    def expand(_: sparse.csr_array, restart: FloatArray) -> FloatArray:
        return restart + 1e-14

    block = make_retriever(alone, expand=expand).score([query("a"), query("c")])
    assert block.outcomes == ("no_match", "ok")
    assert block.scores.tolist() == [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("policy", "ties", "order", "scores"),
    [
        ("uniform", "last", [2, 1, 0], [1 / 3] * 3),  # the corpus reversed: row 12
        ("uniform", "first", [0, 1, 2], [1 / 3] * 3),
        ("corpus_order", "last", [0, 1, 2], [1, 2 / 3, 1 / 3]),
        ("corpus_order", "first", [0, 1, 2], [1, 2 / 3, 1 / 3]),
        ("dense", "first", [1, 2, 0], [0, 1, 0.5]),
    ],
)
def test_queries_without_a_node(
    make_retriever: Make, policy: Any, ties: Any, order: list[int], scores: list[float]
) -> None:
    retriever = make_retriever(
        make_graph(CHAIN), no_entity=policy, fallback=dense() if policy == "dense" else None
    )
    queries = [query(), query("a"), query("unheard of"), query(" !"), query("", "!!")]
    block = retriever.score(queries)
    assert block.outcomes == ("no_entity", "ok", "not_linkable", "not_linkable", "not_linkable")
    rankings = rank_passages(block, queries, k=3, ties=ties)
    for row in (0, 2, 3, 4):
        np.testing.assert_allclose(block.scores[row], scores, atol=1e-12)
        assert rankings[row].passages.tolist() == order
    assert rankings[1].passages.tolist() == [0, 1, 2]
    assert retriever.explain(query()).nodes == ()


def test_partly_linked_is_told_and_scored_by_what_is_linked(make_retriever: Make) -> None:
    retriever = make_retriever(make_graph(CHAIN))
    block = retriever.score([query("a", "nowhere", "!"), query("a")])
    assert block.outcomes == ("partly_linked", "ok")
    np.testing.assert_array_equal(block.scores[0], block.scores[1])


def test_an_erased_phrase_is_never_encoded(make_retriever: Make) -> None:
    encode = OneHot(make_graph(CHAIN).nodes)
    make_retriever(make_graph(CHAIN), encode_phrases=encode).score([query("!", "b", "B", "a")])
    assert encode.calls == [("a", "b")]


def test_link_empty_links_what_the_normaliser_erases(make_retriever: Make) -> None:
    encode = OneHot(make_graph(CHAIN).nodes)
    retriever = make_retriever(make_graph(CHAIN), encode_phrases=encode, link_empty=True)
    (linked,) = retriever.link([query("!", "a")])
    assert encode.calls == [("", "a")]
    assert linked.outcome == "partly_linked"  # one-hot vectors know no empty phrase
