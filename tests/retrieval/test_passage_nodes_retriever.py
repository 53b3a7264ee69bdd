"""Passages as nodes: exact figures, an oracle, laws."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from passage_node_cases import Fixed, make_graph, passage_nodes, ppr, random_graph
from passage_nodes_laws import Make, laws
from retrieval_cases import query
from scipy import sparse

from hippo_exp.retrieval import (
    PassageNodesRetriever,
    PassageReset,
    rank_passages,
)
from hippo_exp.types import FloatArray, KnowledgeGraph


def test_exact_figures_of_one_fact(make_retriever: Make) -> None:
    """A triangle a, b, passage (weights a-b 1, a-p 1, b-p 1), restart 1 at a and w at p.

    Each step goes to either other node, so at restart probability 1/2 each node has
    x = s/2 + (1 - x)/4, hence x = (2 s + 1) / 5.
    """
    retriever = passage_nodes(make_retriever(make_graph([[("a", "b")], []])), [1.0, 0.0], 0.25)
    explained = retriever.explain(query("a"), passages=[0, 1])
    (first, second) = explained.passages
    assert first.raw == pytest.approx((2 * 0.2 + 1) / 5)
    assert (second.raw, first.score, second.score) == (0, 1, 0)
    assert first.from_entities == pytest.approx(0.8 * 1 / 5)
    assert first.from_reset == pytest.approx(0.2 * 3 / 5)
    assert explained.entity_share == pytest.approx(0.8)
    assert [seed.weight for seed in explained.seeds] == [1]


def straight_line(
    graph: KnowledgeGraph, names: Any, dense: FloatArray, weight: float, scoring: str, edges: str
) -> FloatArray:
    """The same from edges and dictionaries, by networkx; raw scores of one query."""
    network = nx.Graph()
    rows, columns = graph.adjacency.nonzero()
    for one, two in zip(rows.tolist(), columns.tolist(), strict=True):
        network.add_edge(graph.nodes[one], graph.nodes[two], weight=graph.adjacency[one, two])
    counts = graph.passage_nodes.toarray()
    seeds: dict[Any, float] = {}
    for passage, row in enumerate(counts):
        network.add_node(passage)
        for node in np.flatnonzero(row):
            strength = 1.0 if edges == "one" else row[node]
            network.add_edge(passage, graph.nodes[node], weight=strength)
        span = dense.max() - dense.min()
        seeds[passage] = weight * (dense[passage] - dense.min()) / span if span else 0.0
    for name in dict.fromkeys(names):
        if name in graph.nodes:
            seeds[name] = 1.0 / np.count_nonzero(counts[:, graph.nodes.index(name)])
    mass = nx.pagerank(network, alpha=0.5, personalization=seeds, tol=1e-15, max_iter=1000)
    own = np.array([mass[passage] for passage in range(len(counts))])
    held = counts @ np.array([mass[node] for node in graph.nodes])
    return {"passage_mass": own, "phrase_mass": held, "sum": own + held}[scoring]


@pytest.mark.parametrize("scoring", ["passage_mass", "phrase_mass", "sum"])
@pytest.mark.parametrize("edge_weight", ["one", "count"])
@given(seed=st.integers(0, 10_000), names=st.lists(st.sampled_from("abcdefg?"), max_size=3))
@laws
def test_against_networkx(
    make_retriever: Make, scoring: str, edge_weight: str, seed: int, names: list[str]
) -> None:
    random = np.random.default_rng(seed)
    graph = random_graph(random, int(random.integers(2, 7)))
    dense = random.random(graph.passage_nodes.shape[0])
    weight = float(random.choice([0.01, 0.3, 5]))
    retriever = passage_nodes(
        make_retriever(graph), dense, weight, edge_weight=edge_weight, scoring=scoring
    )
    explained = retriever.explain(query(*names), passages=range(len(dense)))
    expected = straight_line(graph, names, dense, weight, scoring, edge_weight)
    np.testing.assert_allclose([p.raw for p in explained.passages], expected, atol=1e-9)
    span = expected.max() - expected.min()
    if span > 1e-6:
        scores = retriever.score([query(*names)]).scores[0]
        np.testing.assert_allclose(scores, (expected - expected.min()) / span, atol=1e-7)


@given(seed=st.integers(0, 10_000), names=st.lists(st.sampled_from("abcd"), min_size=1, max_size=3))
@laws
def test_parts_are_linear_and_mass_sums_to_one(
    make_retriever: Make, seed: int, names: list[str]
) -> None:
    """On graphs with isolated passages too, whose mass returns to the restart."""
    random = np.random.default_rng(seed)
    graph = random_graph(random, 6)
    hipporag = make_retriever(graph)
    queries = [query(*names, "a"), query("e"), query()]
    seeds = hipporag.restart(hipporag.link(queries))
    search = passage_nodes(hipporag, [1.0] * 6)._search
    reset = random.random((3, 6))
    mass = search.mass(seeds, reset)
    np.testing.assert_allclose(mass.sum(axis=0), 1, atol=1e-12)
    assert (mass >= 0).all()
    parts = search.parts(seeds, reset)
    for weight in (0.02, 1.0, 40.0):
        one, two = parts.at(weight)
        np.testing.assert_allclose(one + two, search.mass(seeds, weight * reset), atol=1e-9)
        np.testing.assert_allclose((one + two).sum(axis=0), 1, atol=1e-12)
    assert not one[:, 2].any()  # a query without entities


@given(seed=st.integers(0, 10_000))
@laws
def test_weights_at_once_are_single_runs(make_retriever: Make, seed: int) -> None:
    random = np.random.default_rng(seed)
    graph = random_graph(random, 5)
    hipporag = make_retriever(graph)
    dense = {"q": random.random(5), "flat": np.ones(5)}
    queries = [query("a", "c"), query(), query("b", id_="flat"), query(id_="flat")]
    weights = [0.0, 0.01, 3.0]
    blocks = passage_nodes(hipporag, dense, memory_mb=1e-4).score_weights(queries, weights)
    for weight, block in zip(weights, blocks, strict=True):
        single = passage_nodes(hipporag, dense, weight).score(queries)
        assert block.outcomes == single.outcomes
        np.testing.assert_allclose(block.scores, single.scores, atol=1e-6)


@given(seed=st.integers(0, 10_000), names=st.lists(st.sampled_from("abcdefg"), max_size=3))
@laws
def test_phrase_mass_at_weight_zero_without_passage_edges_is_hipporag(
    make_retriever: Make, seed: int, names: list[str]
) -> None:
    """Weight 0 and isolated passages: P x of the phrases' own graph."""
    random = np.random.default_rng(seed)
    graph = random_graph(random, 5)
    hipporag = make_retriever(graph, expand=ppr)
    n_nodes = len(graph.nodes)
    apart = sparse.csr_array(
        (graph.adjacency.data, graph.adjacency.indices,
         np.append(graph.adjacency.indptr, [graph.adjacency.indptr[-1]] * 5)),
        shape=(n_nodes + 5, n_nodes + 5),
    )  # fmt: skip
    for reset in (None, PassageReset(Fixed(random.random(5)), 0.0)):
        retriever = PassageNodesRetriever(
            hipporag, apart, expand=ppr, reset=reset, scoring="phrase_mass"
        )
        found, expected = retriever.score([query(*names)]), hipporag.score([query(*names)])
        np.testing.assert_allclose(found.scores, expected.scores, atol=1e-9)
        if expected.outcomes[0] in ("ok", "no_match"):
            assert found.outcomes == expected.outcomes


@given(seed=st.integers(0, 10_000))
@laws
def test_weight_zero_is_a_walk_that_passes_through_passages(
    make_retriever: Make, seed: int
) -> None:
    """Phrases x = r s + c (W + c V U)^T x, V phrase to passage, U passage to phrase."""
    random = np.random.default_rng(seed)
    graph = random_graph(random, 5)
    hipporag = make_retriever(graph)
    retriever = passage_nodes(hipporag, [1, 0, 0, 0, 0], 0.0)
    seeds = hipporag.restart(hipporag.link([query("a", "b")]))
    mass = retriever._search.mass(seeds, np.zeros((1, 5)))[:, 0]
    a, held = graph.adjacency.toarray(), (graph.passage_nodes.toarray() > 0).astype(float)
    degree = a.sum(axis=1) + held.sum(axis=0)
    walk, into = a / degree[:, None], held.T / degree[:, None]
    out = held / np.maximum(held.sum(axis=1, keepdims=True), 1)
    restart = np.zeros(len(graph.nodes))
    for node, weight in seeds[0].items():
        restart[node] = weight
    step = 0.5 * (walk + 0.5 * into @ out)
    x = np.linalg.solve(np.eye(len(restart)) - step.T, 0.5 * restart / restart.sum())
    np.testing.assert_allclose(mass[: len(restart)], x, atol=1e-10)
    np.testing.assert_allclose(mass[len(restart) :], 0.5 * into.T @ x, atol=1e-10)


@given(seed=st.integers(0, 10_000))
@laws
def test_a_large_weight_without_edges_gives_the_dense_order(
    make_retriever: Make, seed: int
) -> None:
    random = np.random.default_rng(seed)
    graph = random_graph(random, 6)
    bare = KnowledgeGraph(
        graph.nodes, sparse.csr_array(graph.adjacency.shape),
        sparse.csr_array(graph.passage_nodes.shape), graph.specificity,
    )  # fmt: skip
    dense = random.permutation(6).astype(float)
    retriever = passage_nodes(make_retriever(bare), dense, 1e9)
    block = retriever.score([query("a")])
    np.testing.assert_allclose(block.scores[0], dense / 5, atol=1e-9)
    (ranking,) = rank_passages(block, [query("a")], k=6, ties="first")
    assert ranking.passages.tolist() == np.argsort(-dense).tolist()
