"""A knowledge graph of generated words, vectors for everything in it, and questions about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benchmarks.cases.hipporag_graph import SIZES, hipporag_graph
from hippo_exp.types import FloatArray, KnowledgeGraph, Query

SEED = 20_240_521
DIM = 384
"""Of every vector; that of MiniLM."""
RESET_WEIGHT = 0.01
LABELS: Mapping[str, str] = MappingProxyType(
    {
        "2Wiki": "42,694 phrases, 6,119 passages, 196,691 edges",
        "tiny": "900 phrases, 120 passages, 4,000 edges",
    }
)
"""Size -> what the table calls it."""


@dataclass(frozen=True)
class LinkedQuestions:
    """An index and questions, everything encoded.

    Attributes:
        graph: the index; a phrase is called by its number.
        node_vectors: (n_nodes, dim) float32 of norm 1.
        passage_vectors: (n_passages, dim) float32 of norm 1.
        queries: (n_queries,) each names one to four phrases; a text is its number.
        query_vectors: (n_queries, dim) float32 of norm 1, each near those of three passages.
    """

    graph: KnowledgeGraph
    node_vectors: NDArray[np.float32]
    passage_vectors: NDArray[np.float32]
    queries: tuple[Query, ...]
    query_vectors: NDArray[np.float32]

    @property
    def phrases(self) -> Callable[[Sequence[str]], NDArray[np.float32]]:
        """Looks up the vectors of phrases."""
        return lambda texts: self.node_vectors[[int(text) for text in texts]]

    @property
    def texts(self) -> Callable[[Sequence[str]], NDArray[np.float32]]:
        """Looks up the vectors of questions."""
        return lambda texts: self.query_vectors[[int(text) for text in texts]]


def linked_questions(size: str, n_queries: int) -> LinkedQuestions:
    """Build a case; the same call gives the same case."""
    rng = np.random.default_rng(SEED)
    known = hipporag_graph(SIZES[size], SEED)
    n_passages, n_nodes = known.passage_nodes.shape
    held = np.bincount(known.passage_nodes.indices, minlength=n_nodes)
    graph = KnowledgeGraph(
        nodes=tuple(map(str, range(n_nodes))),
        adjacency=known.adjacency,
        passage_nodes=known.passage_nodes,
        specificity=1.0 / np.maximum(held, 1),
    )
    passages = _unit(rng.standard_normal((n_passages, DIM)))
    meant = rng.integers(0, n_passages, (n_queries, 3))
    near = passages[meant].sum(axis=1) + rng.standard_normal((n_queries, DIM)) / np.sqrt(DIM)
    return LinkedQuestions(
        graph=graph,
        node_vectors=_unit(rng.standard_normal((n_nodes, DIM))),
        passage_vectors=passages,
        queries=_queries(np.flatnonzero(held), n_queries, rng),
        query_vectors=_unit(near),
    )


def _queries(named: NDArray[np.int64], n: int, rng: Generator) -> tuple[Query, ...]:
    drawn = [rng.choice(named, int(rng.integers(1, 5)), replace=False) for _ in range(n)]
    return tuple(
        Query(f"q{number}", str(number), tuple(map(str, phrases.tolist())))
        for number, phrases in enumerate(drawn)
    )


def _unit(vectors: FloatArray) -> NDArray[np.float32]:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
