"""Graphs with queries: what the PageRank benchmarks solve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from scipy import sparse

from benchmarks.cases.hipporag_graph import SIZES, hipporag_graph
from benchmarks.cases.random_graphs import barabasi_albert, erdos_renyi
from hippo_exp.types import IntArray, SparseArray

SEED = 20_240_517
RESTART_PROB = 0.5


@dataclass(frozen=True)
class PageRankCase:
    """A graph and its queries.

    Attributes:
        adjacency: (n_nodes, n_nodes) symmetric CSR.
        resets: (n_nodes, n_queries) CSC, columns of sum 1.
        passages: (n_passages, n_nodes) CSR passage matrix, None for a graph without passages.
    """

    adjacency: SparseArray
    resets: sparse.csc_array
    passages: SparseArray | None = None

    @property
    def n_queries(self) -> int:
        """Number of queries."""
        return int(self.resets.shape[1])

    def columns(self, queries: IntArray) -> sparse.csc_array:
        """(n_nodes, len(queries)) some of the reset columns."""
        return sparse.csc_array(self.resets[:, queries])


LABELS: Mapping[str, str] = MappingProxyType(
    {
        "er_100k": "Erdős–Rényi, 100,000 nodes, 400,000 edges",
        "ba_100k": "Barabási–Albert, 100,000 nodes, 399,818 edges",
        "2wiki": "2Wiki size, 42,694 nodes, 196,691 edges",
        "musique": "MuSiQue size, 91,729 nodes, 253,438 edges",
        "er_small": "Erdős–Rényi, 3,000 nodes, 12,000 edges",
        "hippo_small": "small knowledge graph, 900 nodes, 4,000 edges",
    }
)
"""Case -> what the table calls it."""


def pagerank_case(name: str, n_queries: int) -> PageRankCase:
    """Build a case; the same call gives the same case."""
    if name in ("er_100k", "er_small"):
        nodes, edges = (100_000, 400_000) if name == "er_100k" else (3_000, 12_000)
        graph = erdos_renyi(nodes, edges, SEED)
        return PageRankCase(graph, random_resets(graph, n_queries))
    if name == "ba_100k":
        graph = barabasi_albert(100_000, 4, SEED)
        return PageRankCase(graph, random_resets(graph, n_queries))
    size = {"2wiki": "2Wiki", "musique": "MuSiQue", "hippo_small": "tiny"}[name]
    known = hipporag_graph(SIZES[size], SEED)
    resets = random_resets(known.adjacency, n_queries, known.passage_nodes)
    return PageRankCase(known.adjacency, resets, known.passage_nodes)


def random_resets(
    adjacency: SparseArray, n_queries: int, passages: SparseArray | None = None
) -> sparse.csc_array:
    """(n_nodes, n_queries) CSC: 3 seeds a query, or 1 to 4 where there are passages.

    Seeds are nodes with an edge; each weighs 1, or the inverse of the number of passages that hold
    it (node specificity). Columns sum to 1.
    """
    rng = np.random.default_rng(SEED + 1)
    linked = np.flatnonzero(np.diff(adjacency.indptr))
    counts = np.full(n_queries, 3) if passages is None else rng.integers(1, 5, n_queries)
    seeds = [rng.choice(linked, count, replace=False) for count in counts]
    weights = np.ones(adjacency.shape[0])
    if passages is not None:
        weights = 1.0 / np.maximum(np.diff(passages.tocsc().indptr), 1)
    rows = np.concatenate(seeds)
    columns = np.repeat(np.arange(n_queries), counts)
    shares = weights[rows] / np.bincount(columns, weights[rows])[columns]
    shape = (adjacency.shape[0], n_queries)
    return sparse.csc_array((shares, (rows, columns)), shape=shape)
