"""Hand-made graphs, a stub encoder, and networkx as the PageRank that is injected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx
import numpy as np
from scipy import sparse

from hippo_exp.types import FloatArray, KnowledgeGraph, Query

Triple = tuple[str, str]


def make_graph(passages: Sequence[Sequence[Triple]], *, binary: bool = False) -> KnowledgeGraph:
    """Each passage is a list of (subject, object); every fact gives one edge of weight 1."""
    nodes = tuple(sorted({phrase for facts in passages for fact in facts for phrase in fact}))
    at = {node: position for position, node in enumerate(nodes)}
    weights = np.zeros((len(nodes), len(nodes)))
    counts = np.zeros((len(passages), len(nodes)))
    for row, facts in enumerate(passages):
        for subject, object_ in facts:
            weights[at[subject], at[object_]] += 1
            weights[at[object_], at[subject]] += 1
            counts[row, at[subject]] += 1
            counts[row, at[object_]] += 1
    held = (counts > 0).sum(axis=0)
    return KnowledgeGraph(
        nodes=nodes,
        adjacency=sparse.csr_array(weights),
        passage_nodes=sparse.csr_array((counts > 0).astype(float) if binary else counts),
        specificity=1.0 / np.maximum(held, 1),
    )


def networkx_ppr(adjacency: sparse.csr_array, restart: FloatArray) -> FloatArray:
    """PPR with restart probability 0.5, one query at a time, by another library."""
    graph = nx.from_scipy_sparse_array(adjacency)
    result = np.zeros_like(restart)
    for column in range(restart.shape[1]):
        seeds = {node: float(w) for node, w in enumerate(restart[:, column])}
        ranks = nx.pagerank(
            graph, alpha=0.5, personalization=seeds, nstart=seeds, tol=1e-15, max_iter=500
        )
        result[:, column] = [ranks[node] for node in range(restart.shape[0])]
    return result


class OneHot:
    """A phrase is its own dimension; unknown phrases give a zero vector. Counts its calls."""

    def __init__(self, nodes: Sequence[str]) -> None:
        self.at = {node: position for position, node in enumerate(nodes)}
        self.calls: list[tuple[str, ...]] = []

    def __call__(self, phrases: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float32]]:
        self.calls.append(tuple(phrases))
        vectors = np.zeros((len(phrases), max(1, len(self.at))), dtype=np.float32)
        for row, phrase in enumerate(phrases):
            if phrase in self.at:
                vectors[row, self.at[phrase]] = 1
        return vectors


def query(*entities: str, id_: str = "q", text: str = "") -> Query:
    return Query(id_, text, tuple(entities))
