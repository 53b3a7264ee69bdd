"""Small builders shared by the graph tests, and the naive reference of the synonymy search."""

from __future__ import annotations

import re
from collections.abc import Sequence

import networkx as nx
import numpy as np

from hippo_exp.types import (
    Extraction,
    FloatArray,
    KnowledgeGraph,
    PassageExtraction,
    SparseArray,
    SynonymEdges,
)

Rows = Sequence[Sequence[str]]


def extraction(*passages: Rows) -> Extraction:
    """One record for each list of triple rows."""
    records = tuple(PassageExtraction((), tuple(map(tuple, rows))) for rows in passages)
    return Extraction(name="test", passages=records, digest="0" * 64)


def ascii_phrase(text: str) -> str:
    """Lower case, everything but ASCII letters, digits and spaces blanked, ends stripped."""
    return re.sub("[^a-z0-9 ]", " ", text.lower()).strip()


def edges(*hits: tuple[int, int, float]) -> SynonymEdges:
    source, target, score = zip(*hits, strict=True) if hits else ((), (), ())
    return SynonymEdges(
        np.array(source, dtype=np.int64),
        np.array(target, dtype=np.int64),
        np.array(score, dtype=np.float32),
    )


def listed(hits: SynonymEdges) -> list[tuple[int, int, float]]:
    return list(zip(hits.source.tolist(), hits.target.tolist(), hits.score.tolist(), strict=True))


def pagerank(graph: KnowledgeGraph, seed: str) -> dict[str, float]:
    """PPR with continuation probability 0.5 by networkx."""
    network = nx.Graph()
    network.add_nodes_from(graph.nodes)
    entries = graph.adjacency.tocoo()
    for row, column, weight in zip(entries.row, entries.col, entries.data, strict=True):
        network.add_edge(graph.nodes[row], graph.nodes[column], weight=float(weight))
    ranks: dict[str, float] = nx.pagerank(
        network, alpha=0.5, personalization={seed: 1.0}, tol=1e-14, max_iter=1000
    )
    return ranks


def unit_rows(matrix: FloatArray) -> np.ndarray:
    """float32 rows of norm 1; zero rows stay zero."""
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(norms > 0, norms, 1.0)).astype(np.float32)


def naive_synonyms(
    vectors: np.ndarray | SparseArray,
    nodes: Sequence[str],
    *,
    threshold: float,
    max_neighbors: int,
    min_alnum: int = 3,
) -> list[tuple[int, int, float]]:
    """The rule, read off the full n x n matrix, one source at a time."""
    dense = vectors if isinstance(vectors, np.ndarray) else vectors.toarray()
    wide = dense.astype(np.float64)
    norms = np.linalg.norm(wide, axis=1, keepdims=True)
    wide /= np.where(norms > 0, norms, 1.0)
    cosine = np.minimum(wide @ wide.T, 1.0).astype(np.float32)
    result = []
    for source, phrase in enumerate(nodes):
        if len(re.sub("[^A-Za-z0-9]", "", phrase)) < min_alnum:
            continue
        found = [
            (-float(cosine[source, target]), target)
            for target in range(len(nodes))
            if target != source and float(cosine[source, target]) >= threshold - 5e-8
        ]
        result += [(source, target, -score) for score, target in sorted(found)[:max_neighbors]]
    return result
