"""Parts of masses and scores: they sum to the whole, and agree with networkx."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from passage_node_cases import ppr, random_graph
from scipy import sparse

from hippo_exp.errors import ConfigError
from hippo_exp.graph import (
    collect_facts,
    passage_node_adjacency,
    query_nodes,
    query_nodes_and_neighbors,
)
from hippo_exp.graph.passage_matrix import build_passage_matrix
from hippo_exp.retrieval.tracing import best_walks, fact_parts, mass_by_source, passage_inflow
from hippo_exp.types import Extraction, FactTable, FloatArray, PassageExtraction, SparseArray

SEEDS = st.integers(0, 10_000)


def random_adjacency(random: np.random.Generator, n: int) -> SparseArray:
    """Symmetric weights; the last two nodes have no edge."""
    weights = random.random((n, n)) * (random.random((n, n)) < 0.35)
    weights = np.triu(weights, 1)
    weights[:, -2:] = 0
    return sparse.csr_array(weights + weights.T)


def networkx_alone(adjacency: SparseArray, node: int) -> FloatArray:
    graph = nx.from_scipy_sparse_array(adjacency)
    ranks = nx.pagerank(
        graph, alpha=0.5, personalization={node: 1.0}, nstart={node: 1.0}, tol=1e-16, max_iter=900
    )
    return np.array([ranks[place] for place in range(adjacency.shape[0])])


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, isolated=st.booleans())
def test_mass_by_source_sums_to_the_whole_and_is_the_seeds_own(seed: int, isolated: bool) -> None:
    random = np.random.default_rng(seed)
    adjacency = random_adjacency(random, 9)
    joined = np.flatnonzero(adjacency.sum(axis=1))
    if joined.size < 2:
        return
    nodes = [int(joined[0]), int(joined[-1]), *([8] if isolated else [])]
    restart = np.zeros((9, len(nodes)))
    restart[nodes, range(len(nodes))] = random.uniform(0.1, 1, len(nodes))
    whole, parts = mass_by_source(ppr, adjacency, restart)
    assert parts is not None
    assert np.abs(parts.sum(axis=1) - whole).max() < 1e-9
    # Unnormalised, a source's mass is its weight over r; a node without an edge keeps its own.
    sent = np.array([restart[:, place].sum() * (1 if node == 8 else 2)
                     for place, node in enumerate(nodes)])  # fmt: skip
    for place, node in enumerate(nodes):
        expected = networkx_alone(adjacency, node) * sent[place] / sent.sum()
        assert np.abs(parts[:, place] - expected).max() < 1e-9


def test_a_group_of_nodes_is_one_source() -> None:
    adjacency = random_adjacency(np.random.default_rng(3), 8)
    restart = np.zeros((8, 2))
    restart[0, 0] = 0.5
    restart[[1, 2, 3], 1] = 0.1, 0.2, 0.2
    whole, parts = mass_by_source(ppr, adjacency, restart)
    assert parts is not None
    assert parts.sum(axis=0) == pytest.approx([0.5, 0.5])
    assert parts.sum(axis=1) == pytest.approx(whole, abs=1e-12)


def test_other_expansions() -> None:
    adjacency = random_adjacency(np.random.default_rng(1), 8)
    restart = np.zeros((8, 2))
    restart[0, 0], restart[1, 1] = 0.5, 0.25
    whole, parts = mass_by_source(query_nodes, adjacency, restart)
    assert parts is not None
    assert parts == pytest.approx(restart)
    assert whole == pytest.approx(restart.sum(axis=1))
    around = partial(query_nodes_and_neighbors, levels=1, weight=0.5)
    assert mass_by_source(around, adjacency, restart)[1] is None
    whole, parts = mass_by_source(around, adjacency, restart[:, :1])
    assert parts is not None
    assert parts[:, 0] == pytest.approx(whole)


def by_enumeration(adjacency: SparseArray, source: int, node: int, follow: float) -> float:
    """The probability of the likeliest simple walk, all of them tried."""
    dense = adjacency.toarray()
    steps = dense / np.maximum(dense.sum(axis=1, keepdims=True), 1e-300)
    others = [place for place in range(len(dense)) if place not in (source, node)]
    best = 0.0
    for length in range(len(others) + 1):
        for between in permutations(others, length):
            walk = [source, *between, node]
            pairs = pairwise(walk)
            best = max(best, float(np.prod([follow * steps[a, b] for a, b in pairs])))
    return best


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_the_likeliest_walk(seed: int) -> None:
    random = np.random.default_rng(seed)
    adjacency = random_adjacency(random, 6)
    walks = best_walks(adjacency, [0, 1], follow=0.6)
    dense = adjacency.toarray()
    for source in (0, 1):
        for node in range(6):
            walk = walks.to(node, source)
            if node == source:
                assert walk is not None
                assert (walk.nodes, walk.probability) == ((node,), 1)
                continue
            expected = by_enumeration(adjacency, source, node, 0.6)
            assert (walk is None) == (expected == 0)
            if walk is not None:
                assert walk.probability == pytest.approx(expected)
                assert (walk.nodes[0], walk.nodes[-1]) == (source, node)
                assert all(dense[a, b] for a, b in pairwise(walk.nodes))


def test_a_walk_carries_at_most_the_mass() -> None:
    adjacency = random_adjacency(np.random.default_rng(5), 9)
    restart = np.zeros((9, 1))
    restart[0] = 1
    mass = mass_by_source(ppr, adjacency, restart)[0]
    walks = best_walks(adjacency, [0], follow=0.5)
    for node in range(9):
        assert 0.5 * walks.probability[0, node] <= mass[node] + 1e-12


def test_walks_without_an_edge_to_follow() -> None:
    adjacency = random_adjacency(np.random.default_rng(5), 9)
    walks = best_walks(adjacency, [0], follow=0.0)
    assert walks.to(0, 0) is not None
    assert all(walks.to(node, 0) is None for node in range(1, 9))
    assert best_walks(adjacency, [], follow=0.5).probability.shape == (0, 9)
    with pytest.raises(ConfigError, match="follow"):
        best_walks(adjacency, [0], follow=1.0)


def table(passages: Sequence[Sequence[tuple[str, str, str]]]) -> FactTable:
    records = tuple(PassageExtraction((), tuple(rows)) for rows in passages)
    return collect_facts(Extraction("toy", records, ""), str.lower, keep_empty=False)


FACTS = [
    [("a", "likes", "b"), ("b", "likes", "c"), ("b", "knows", "c"), ("d", "is", "d")],
    [("a", "likes", "b")],
    [],
]


def test_a_fact_adds_the_scores_of_its_ends() -> None:
    facts = table(FACTS)
    matrix = build_passage_matrix(facts, "fact_count")
    scores = np.array([0.4, 0.3, 0.2, 0.1])
    amounts = {n: float(matrix[0, n] * scores[n]) for n in range(4)}
    parts = fact_parts(0, amounts, facts)
    found = {facts.facts[part.fact]: part.amount for part in parts}
    assert found == {
        ("a", "likes", "b"): pytest.approx(0.7),
        ("b", "knows", "c"): pytest.approx(0.5),
        ("b", "likes", "c"): pytest.approx(0.5),
        ("d", "is", "d"): pytest.approx(0.1),
    }
    assert [part.amount for part in parts] == sorted(found.values(), reverse=True)
    assert fact_parts(2, {}, facts) == []


@pytest.mark.parametrize("kind", ["fact_count", "binary"])
def test_facts_and_nodes_sum_to_the_same(kind: str) -> None:
    facts = table(FACTS)
    matrix = build_passage_matrix(facts, kind)  # type: ignore[arg-type]
    scores = np.random.default_rng(0).random(4)
    for passage in range(3):
        amounts = {n: float(matrix[passage, n] * scores[n]) for n in range(4)}
        total = sum(part.amount for part in fact_parts(passage, amounts, facts))
        assert total == pytest.approx(float((matrix @ scores)[passage]), abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_inflow_sums_to_the_mass(seed: int) -> None:
    random = np.random.default_rng(seed)
    graph = random_graph(random, 6)
    adjacency = passage_node_adjacency(graph, edge_weight="count")
    n_nodes = adjacency.shape[0]
    restart = random.random(n_nodes) * (random.random(n_nodes) < 0.5)
    restart[0] = 1.0
    mass = ppr(adjacency, restart)
    for node in range(n_nodes):
        parts = passage_inflow(node, adjacency, mass, restart, restart_prob=0.5)
        total = parts.restart + sum(parts.neighbors.values())
        assert total == pytest.approx(float(mass[node]), abs=1e-9)
        assert set(parts.neighbors) == set(adjacency[[node]].indices.tolist())
