"""Graphs and references shared by the PageRank tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.types import FloatArray, SparseArray

WEIGHTS = st.one_of(st.sampled_from([0.5, 1.0, 2.0]), st.floats(min_value=1e-3, max_value=1e3))


def path_graph(n_nodes: int, n_isolated: int = 0) -> SparseArray:
    """Nodes 0 - 1 - ... joined by edges of weight 1, then isolated nodes."""
    left = np.arange(n_nodes - 1)
    return from_edges(n_nodes + n_isolated, left, left + 1, np.ones(n_nodes - 1))


def from_edges(n_nodes: int, left: Any, right: Any, weights: Any) -> SparseArray:
    """A symmetric graph; a pair given twice gains both weights."""
    rows, columns = np.concatenate([left, right]), np.concatenate([right, left])
    values = np.concatenate([weights, weights])
    return sparse.csr_array(sparse.coo_array((values, (rows, columns)), shape=(n_nodes, n_nodes)))


def random_graph(n_nodes: int, n_edges: int, seed: int, *, symmetric: bool = True) -> SparseArray:
    """Random weighted edges without self loops; some nodes stay isolated or dangling."""
    rng = np.random.default_rng(seed)
    left, right = rng.integers(0, n_nodes, (2, n_edges))
    right = np.where(left == right, (right + 1) % n_nodes, right)
    weights = rng.uniform(0.1, 2.0, n_edges)
    if symmetric:
        return from_edges(n_nodes, left, right, weights)
    shape = (n_nodes, n_nodes)
    return sparse.csr_array(sparse.coo_array((weights, (left, right)), shape=shape))


def random_reset(n_nodes: int, n_queries: int, seed: int) -> FloatArray:
    """(n_nodes, n_queries) with three random seeds in each column."""
    rng = np.random.default_rng(seed)
    reset = np.zeros((n_nodes, n_queries))
    for query in range(n_queries):
        reset[rng.choice(n_nodes, 3, replace=False), query] = rng.uniform(0.1, 1.0, 3)
    return reset


def dense_pagerank(adjacency: Any, reset: Any, restart_prob: float) -> FloatArray:
    """(n_nodes,) the same by Gaussian elimination on the equation with its dangling term."""
    weights = adjacency.toarray() if sparse.issparse(adjacency) else np.asarray(adjacency)
    strength = weights.sum(axis=1)
    seeds = np.asarray(reset) / np.sum(reset)
    steps = np.where(
        strength[:, None] > 0, weights / np.where(strength > 0, strength, 1)[:, None], seeds
    )
    system = np.eye(len(seeds)) - (1 - restart_prob) * steps.T
    return np.linalg.solve(system, restart_prob * seeds)


@st.composite
def graphs(draw: st.DrawFn, *, symmetric: bool | None = None) -> SparseArray:
    """Small weighted graphs with isolated nodes, several components and self loops."""
    n_nodes = draw(st.integers(1, 12))
    node = st.integers(0, n_nodes - 1)
    edges = draw(st.lists(st.tuples(node, node, WEIGHTS), max_size=20))
    both = draw(st.booleans()) if symmetric is None else symmetric
    weights = np.zeros((n_nodes, n_nodes))
    for left, right, weight in edges:
        weights[left, right] = weight
        if both:
            weights[right, left] = weight
    return sparse.csr_array(weights)


@st.composite
def resets(draw: st.DrawFn, n_nodes: int) -> FloatArray:
    """(n_nodes,) one or more seeds of any positive weight."""
    seeds = draw(st.lists(st.integers(0, n_nodes - 1), min_size=1, max_size=4))
    reset = np.zeros(n_nodes)
    for seed in seeds:
        reset[seed] += draw(WEIGHTS)
    return reset


RESTART_PROBS = st.one_of(
    st.sampled_from([0.01, 0.15, 0.5, 0.85, 1.0]), st.floats(min_value=0.01, max_value=1.0)
)
