"""A random knowledge graph with the counts and the shape of HippoRAG's.

Each passage has a topic, and its triples join the topic to phrases: most of them occur in this
passage only, some come from a pool of popular ones. Synonymy edges form cliques of similar phrases
(dates, numbers, spellings of a name), many small and a few large ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.random import Generator
from scipy import sparse

from hippo_exp.types import FloatArray, IntArray, SparseArray


@dataclass(frozen=True, slots=True)
class Size:
    """Counts of a knowledge graph.

    Attributes:
        passages: number of passages, each of which has one topic.
        nodes: number of phrases.
        triples: fact edges drawn; repeated ones merge.
        edges: undirected edges in all; synonymy cliques are added up to this number.
    """

    passages: int
    nodes: int
    triples: int
    edges: int


SIZES: Mapping[str, Size] = MappingProxyType(
    {
        "tiny": Size(passages=120, nodes=900, triples=1_060, edges=4_000),
        "2Wiki": Size(passages=6_119, nodes=42_694, triples=50_671, edges=196_691),
        "MuSiQue": Size(passages=11_656, nodes=91_729, triples=107_448, edges=253_438),
    }
)
"""The paper's table 1 (Contriever's synonymy edges), and a small one for trials."""

LARGEST_CLIQUE = 60


@dataclass(frozen=True)
class HippoGraph:
    """The graph and its passage matrix.

    Attributes:
        adjacency: (n_nodes, n_nodes) symmetric CSR, weights > 0.
        passage_nodes: (n_passages, n_nodes) CSR, in how many triples of a passage a phrase stands.
    """

    adjacency: SparseArray
    passage_nodes: SparseArray


def hipporag_graph(size: Size, seed: int) -> HippoGraph:
    """Draw a graph; node numbers are shuffled."""
    rng = np.random.default_rng(seed)
    passages, objects = draw_triples(size, rng)
    facts = _keys(passages, objects, size.nodes)  # passage p has node p as its topic
    pairs, counts = np.unique(facts, return_counts=True)
    cliques = _clique_pairs(size, size.edges - len(pairs), pairs, rng)
    keys = np.concatenate([pairs, cliques])
    weights = np.concatenate([counts.astype(np.float64), rng.uniform(0.8, 1.0, len(cliques))])
    names = rng.permutation(size.nodes)
    one, two = (names[end] for end in np.divmod(keys, size.nodes))
    return HippoGraph(
        adjacency=_csr(
            np.concatenate([weights, weights]),
            np.concatenate([one, two]),
            np.concatenate([two, one]),
            (size.nodes, size.nodes),
        ),
        passage_nodes=_csr(
            np.ones(2 * len(passages)),
            np.concatenate([passages, passages]),
            names[np.concatenate([passages, objects])],
            (size.passages, size.nodes),
        ),
    )


def draw_triples(size: Size, rng: Generator) -> tuple[IntArray, IntArray]:
    """(n_triples,) passage and object phrase of each triple; every phrase occurs."""
    own = np.arange(size.passages, size.nodes)
    owners = rng.integers(0, size.passages, len(own))
    owners[: size.passages] = np.arange(min(size.passages, len(own)))
    n_popular = size.triples - len(own)
    popular = size.passages + _zipf(len(own), n_popular, rng)
    passages = np.concatenate([owners, rng.integers(0, size.passages, n_popular)])
    return passages, np.concatenate([own, popular])


def _zipf(n_items: int, n_draws: int, rng: Generator) -> IntArray:
    """(n_draws,) items whose frequency falls with the inverse of their rank."""
    harmonic = np.cumsum(1.0 / np.arange(1, n_items + 1))
    return np.searchsorted(harmonic, rng.uniform(0.0, harmonic[-1], n_draws)).astype(np.int64)


def _clique_pairs(size: Size, n_pairs: int, taken: IntArray, rng: Generator) -> IntArray:
    """(n_pairs,) keys of pairs in cliques of 2 to 60 phrases, none of them taken."""
    found = np.empty(0, dtype=np.int64)
    while len(found) < n_pairs:
        members = rng.permutation(size.nodes)
        start = 0
        parts = [found]
        missing = n_pairs - len(found)
        while start < size.nodes and missing > 0:
            width = min(LARGEST_CLIQUE, 2 + int(rng.pareto(1.1)), size.nodes - start)
            clique = members[start : start + width]
            one, two = np.triu_indices(width, 1)
            parts.append(_keys(clique[one], clique[two], size.nodes))
            start += width
            missing -= len(one)
        found = np.setdiff1d(np.concatenate(parts), taken)
    return rng.permutation(found)[:n_pairs]


def _keys(one: IntArray, two: IntArray, n_nodes: int) -> IntArray:
    keys: IntArray = np.minimum(one, two) * n_nodes + np.maximum(one, two)
    return keys


def _csr(
    weights: FloatArray, rows: IntArray, columns: IntArray, shape: tuple[int, int]
) -> SparseArray:
    index = (rows.astype(np.int32), columns.astype(np.int32))
    matrix = sparse.csr_array((weights, index), shape=shape)
    matrix.sum_duplicates()
    return matrix
