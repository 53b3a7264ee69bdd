"""The memory that the search takes, and the bounds that spare products."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from graph_cases import listed, unit_rows
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from synonymy_cases import clustered, names, pooled, sparsified

from hippo_exp.graph import find_synonyms
from hippo_exp.graph.synonymy.bound import choose_screen, principal_axes, project
from hippo_exp.graph.synonymy.dense import add_dense_pairs
from hippo_exp.graph.synonymy.prefix import rare_parts
from hippo_exp.graph.synonymy.sparse_rows import row_blocks


def traced_peak_mb(
    vectors: np.ndarray | sparse.csr_array, cap_mb: float, threshold: float
) -> float:
    nodes = [f"node {i}" for i in range(vectors.shape[0])]
    tracemalloc.start()
    try:
        find_synonyms(vectors, nodes, threshold=threshold, max_neighbors=101, memory_mb=cap_mb)
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def test_three_thousand_random_vectors_within_64_mib() -> None:
    vectors = unit_rows(np.random.default_rng(0).standard_normal((3000, 64)))
    nodes = [f"node {i}" for i in range(3000)]
    found = find_synonyms(vectors, nodes, threshold=0.5, max_neighbors=101, memory_mb=64)
    upper = np.triu(vectors.astype(np.float64) @ vectors.T, 1) >= 0.5 - 1e-6
    pairs = np.argwhere(upper)
    assert len(pairs) > 50
    both = sorted([*map(tuple, pairs.tolist()), *map(tuple, pairs[:, ::-1].tolist())])
    assert sorted(zip(found.source.tolist(), found.target.tolist(), strict=True)) == both
    for cap in (64, 16, 4):
        assert traced_peak_mb(vectors, cap, 0.5) < cap


def test_crowded_and_sparse_vectors_within_the_cap() -> None:
    rng = np.random.default_rng(0)
    crowded = unit_rows(rng.standard_normal((3000, 64)) * 0.3 + 1)
    result = 3000 * 101 * 20 / 2**20
    assert traced_peak_mb(crowded, 32, 0.8) < 32 + 2 * result
    scattered = sparse.random_array((3000, 500), density=0.05, rng=rng, format="csr")
    rows = sparse.csr_array(unit_rows(scattered.toarray()))
    assert traced_peak_mb(rows, 32, 0.3) < 32


def test_the_projection_bounds_every_product() -> None:
    vectors = clustered(80, 20, 7)
    exact = vectors.astype(np.float64) @ vectors.T.astype(np.float64)
    axes = principal_axes(vectors)
    assert axes.T @ axes == pytest.approx(np.eye(20), abs=1e-5)
    last = np.inf
    for width in (1, 3, 10, 20):
        screen = project(vectors, axes[:, :width])
        assert screen.shape == (80, width + 1)
        excess = screen @ screen.T - exact
        assert excess.min() > -1e-6
        assert excess.mean() < last
        last = excess.mean()


def test_screen_is_projected_only_where_that_pays() -> None:
    rng = np.random.default_rng(0)
    flat = unit_rows(rng.standard_normal((5000, 80)))
    steep = clustered(5000, 80, 0)
    low_rank = unit_rows(rng.standard_normal((5000, 6)) @ rng.standard_normal((6, 80)))
    crowded = unit_rows(rng.standard_normal((5000, 80)) * 0.1 + 1)
    options = {"max_neighbors": 100, "budget": 10**8}
    assert choose_screen(low_rank, 0.999, **options).shape == (5000, 33)
    assert choose_screen(low_rank, 0.999, max_neighbors=100, budget=10**5) is low_rank
    assert choose_screen(low_rank[:1000], 0.999, **options).shape == (1000, 80)
    assert choose_screen(flat, 0.5, **options) is flat
    assert choose_screen(crowded, 0.8, **options) is crowded
    chosen = choose_screen(steep, 0.8, **options)
    nodes = names(5000)
    results = []
    for screen in (chosen, steep):
        pool = pooled(steep, nodes, 0.8, 50, 10**7)
        add_dense_pairs(steep, screen, pool, tile=512)
        results.append(listed(pool.finish()))
    assert results[0] == results[1]


@settings(deadline=None)
@given(st.integers(0, 500), st.floats(0.1, 0.99), st.booleans())
def test_rare_parts_bound_every_product(seed: int, largest_rest: float, signed: bool) -> None:
    vectors = sparsified(clustered(25, 12, seed), 0.4, signed)
    parts = rare_parts(vectors, largest_rest)
    shared = (parts.rare @ parts.rare.T).toarray().astype(np.float64)
    one, two = np.divmod(np.arange(25 * 25), 25)
    bound = parts.bound(one, two, shared.reshape(-1)).reshape(25, 25)
    exact = (vectors @ vectors.T).toarray()
    assert (bound >= exact - 1e-6).all()
    assert (parts.rest_norm < largest_rest + 1e-6).all()
    assert (exact[shared == 0] <= largest_rest * parts.norm + 1e-6).all()


def test_row_blocks_cover_the_rows_and_respect_the_budget() -> None:
    rare = sparse.csr_array(np.ones((10, 3), dtype=np.float32))  # ten entries in a product row
    assert list(row_blocks(rare, 10**6)) == [(0, 10)]
    assert list(row_blocks(rare, 40 * 30)) == [(0, 3), (3, 6), (6, 9), (9, 10)]
    assert list(row_blocks(rare, 1)) == [(i, i + 1) for i in range(10)]
