"""The synonymy search gives the edges of the naive method, dense or sparse, whatever the tiles."""

from __future__ import annotations

import numpy as np
import pytest
from graph_cases import listed, naive_synonyms, unit_rows
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from synonymy_cases import clustered, names, pooled, sparsified

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph import find_synonyms
from hippo_exp.graph.synonymy.bound import principal_axes, project
from hippo_exp.graph.synonymy.dense import add_dense_pairs
from hippo_exp.graph.synonymy.sparse_rows import add_sparse_pairs
from hippo_exp.types import SynonymEdges


def same_edges(found: SynonymEdges, expected: list[tuple[int, int, float]]) -> None:
    hits = listed(found)
    assert [hit[:2] for hit in hits] == [hit[:2] for hit in expected]
    assert found.score == pytest.approx([hit[2] for hit in expected], abs=1e-7)


@settings(deadline=None)
@given(
    st.integers(1, 70),
    st.integers(0, 1000),
    st.sampled_from([0.3, 0.6, 0.8, 1.0]),
    st.sampled_from([1, 3, 200]),
    st.integers(1, 80),
    st.sampled_from([None, 1, 4, 11]),
    st.sampled_from([0, 10**8]),
)
def test_dense_tiles_and_screens_give_the_naive_edges(
    n: int, seed: int, threshold: float, cap: int, tile: int, width: int | None, budget: int
) -> None:
    vectors, nodes = clustered(n, 12, seed), names(n)
    screen = vectors if width is None else project(vectors, principal_axes(vectors)[:, :width])
    pool = pooled(vectors, nodes, threshold, cap, budget)
    add_dense_pairs(vectors, screen, pool, tile=tile)
    expected = naive_synonyms(vectors, nodes, threshold=threshold, max_neighbors=cap)
    same_edges(pool.finish(), expected)


@settings(deadline=None)
@given(
    st.integers(1, 70),
    st.integers(0, 1000),
    st.sampled_from([0.3, 0.6, 0.8, 1.0]),
    st.sampled_from([1, 3, 200]),
    st.sampled_from([0.05, 0.3, 1.0]),
    st.booleans(),
    st.sampled_from([60_000, 10**8]),
)
def test_sparse_blocks_give_the_naive_edges(
    n: int, seed: int, threshold: float, cap: int, keep: float, signed: bool, budget: int
) -> None:
    vectors = sparsified(clustered(n, 12, seed), keep, signed)
    nodes = names(n)
    pool = pooled(vectors, nodes, threshold, cap, 0 if seed % 2 else 10**8)
    add_sparse_pairs(vectors, pool, budget=max(budget, 48 * vectors.nnz))
    expected = naive_synonyms(vectors, nodes, threshold=threshold, max_neighbors=cap)
    same_edges(pool.finish(), expected)


@pytest.mark.parametrize("cap", [1, 5, 1000])
@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_public_search_on_a_crowded_and_a_sparse_neighbourhood(kind: str, cap: int) -> None:
    nodes = names(300)
    for noise in (0.05, 0.5):
        dense = clustered(300, 24, 3, noise)
        vectors = dense if kind == "dense" else sparsified(dense, 0.5, signed=True)
        expected = naive_synonyms(vectors, nodes, threshold=0.8, max_neighbors=cap)
        assert expected
        for memory in (1, 64):
            found = find_synonyms(
                vectors, nodes, threshold=0.8, max_neighbors=cap, memory_mb=memory
            )
            same_edges(found, expected)


def test_most_pairs_above_the_threshold_with_several_tiles() -> None:
    rng = np.random.default_rng(0)
    vectors = unit_rows(rng.standard_normal((600, 16)) * 0.3 + 1)
    nodes = names(600)
    expected = naive_synonyms(vectors, nodes, threshold=0.8, max_neighbors=4)
    for tile, budget in ((64, 0), (200, 10**7), (1024, 10**7)):
        pool = pooled(vectors, nodes, 0.8, 4, budget)
        add_dense_pairs(vectors, vectors, pool, tile=tile)
        same_edges(pool.finish(), expected)


def test_identical_vectors_are_ordered_by_position_and_score_one() -> None:
    vectors = np.repeat(unit_rows(np.random.default_rng(1).standard_normal((1, 50))), 9, axis=0)
    for given_vectors in (vectors, sparse.csr_array(vectors)):
        hits = find_synonyms(given_vectors, ["name"] * 9, threshold=1.0, max_neighbors=3)
        assert hits.source.tolist() == np.repeat(np.arange(9), 3).tolist()
        assert hits.target.tolist() == [1, 2, 3, 0, 2, 3, 0, 1, 3] + [0, 1, 2] * 6
        assert hits.score.max() <= 1


def test_an_exact_threshold_is_reached_whatever_the_rounding() -> None:
    rows = np.zeros((2, 6))
    rows[0, [0, 1, 2, 3, 4]] = 1
    rows[1, [0, 1, 2, 3, 5]] = 1  # four of five features in common: cosine 0.8
    vectors = unit_rows(rows)
    for given_vectors in (vectors, sparse.csr_array(vectors)):
        hits = find_synonyms(given_vectors, ["one", "two"], threshold=0.8, max_neighbors=9)
        assert listed(hits) == [(0, 1, pytest.approx(0.8)), (1, 0, pytest.approx(0.8))]


def test_a_short_phrase_is_a_target_but_no_source() -> None:
    vectors = unit_rows(np.ones((3, 4)))
    hits = find_synonyms(vectors, ["usa", "us", "u.s"], threshold=0.8, max_neighbors=9)
    assert [hit[:2] for hit in listed(hits)] == [(0, 1), (0, 2)]
    greek = ["αβγ", "αβ", "abc"]
    for alnum, sources in (("ascii", [2]), ("unicode", [0, 2])):
        hits = find_synonyms(
            vectors,
            greek,
            threshold=0.8,
            max_neighbors=9,
            alnum=alnum,  # type: ignore[arg-type]
        )
        assert sorted(set(hits.source.tolist())) == sources


def test_one_at_a_time_gives_the_same_edges_as_all_at_once() -> None:
    vectors = clustered(20, 6, 5)
    nodes = [f"node {i}" for i in range(20)]
    at_once = find_synonyms(vectors, nodes, threshold=0.7, max_neighbors=100)
    grown: dict[tuple[int, int], float] = {}
    for size in range(1, 21):
        part = find_synonyms(vectors[:size], nodes[:size], threshold=0.7, max_neighbors=100)
        new = {hit[:2]: hit[2] for hit in listed(part)}
        assert grown.items() <= new.items()
        grown.update({pair: score for pair, score in new.items() if size - 1 in pair})
    assert grown == {hit[:2]: hit[2] for hit in listed(at_once)}
    assert grown


def test_unsorted_and_repeated_sparse_entries_are_summed_first() -> None:
    data = np.array([0.4, 0.8, 0.2, 0.6, 0.8], dtype=np.float32)
    messy = sparse.csr_array((data, np.array([1, 0, 1, 1, 0]), np.array([0, 3, 5])), shape=(2, 2))
    before = messy.indices.copy()
    hits = find_synonyms(messy, ["one", "two"], threshold=0.8, max_neighbors=1)
    assert [hit[:2] for hit in listed(hits)] == [(0, 1), (1, 0)]
    assert messy.indices.tolist() == before.tolist()


def test_no_nodes_one_node_and_rows_without_features() -> None:
    for n in (0, 1, 3):
        zeros = np.zeros((n, 4), dtype=np.float32)
        for vectors in (zeros, sparse.csr_array(zeros)):
            hits = find_synonyms(vectors, ["name"] * n, threshold=0.8, max_neighbors=5)
            assert listed(hits) == []


def test_faults_are_named() -> None:
    good = unit_rows(np.ones((2, 3)))
    nodes = ["first", "second"]
    with pytest.raises(GraphError, match=r"shape \(2, 3\) for 3 nodes"):
        find_synonyms(good, [*nodes, "third"], threshold=0.8, max_neighbors=1)
    for value in (np.nan, np.inf, 2.0):
        bad = good.copy()
        bad[1, 0] = value
        for vectors in (bad, sparse.csr_array(bad)):
            with pytest.raises(GraphError, match=r"norm.*'second'"):
                find_synonyms(vectors, nodes, threshold=0.8, max_neighbors=1)
    with pytest.raises(ConfigError, match="threshold"):
        find_synonyms(good, nodes, threshold=0.0, max_neighbors=1)
    with pytest.raises(ConfigError, match="max_neighbors"):
        find_synonyms(good, nodes, threshold=0.8, max_neighbors=0)
    with pytest.raises(ConfigError, match="memory_mb"):
        find_synonyms(good, nodes, threshold=0.8, max_neighbors=1, memory_mb=0)
    full = sparse.csr_array(unit_rows(np.random.default_rng(0).random((300, 100))))
    with pytest.raises(
        ConfigError, match=r"30000 stored entries takes 1\.4 MiB.*memory_mb.*factor of 1\.8"
    ):
        find_synonyms(full, names(300), threshold=0.8, max_neighbors=1, memory_mb=1)
