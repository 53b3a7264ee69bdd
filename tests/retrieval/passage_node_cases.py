"""What the tests of passages in the graph share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from retrieval_cases import make_graph, networkx_ppr

from hippo_exp.graph import passage_node_adjacency, personalized_pagerank
from hippo_exp.retrieval import PassageNodesRetriever, PassageReset
from hippo_exp.types import FloatArray, KnowledgeGraph, Query, ScoreBlock, SparseArray


class Fixed:
    """A retriever of given scores: by query id, or the same for every query."""

    def __init__(self, scores: Sequence[float] | Mapping[str, Sequence[float]]) -> None:
        self.scores = scores

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        rows = [self.scores[q.id] if isinstance(self.scores, Mapping) else self.scores
                for q in queries]  # fmt: skip
        width = len(next(iter(self.scores.values())) if isinstance(self.scores, Mapping)
                    else self.scores)  # fmt: skip
        return ScoreBlock(np.array(rows, dtype=float).reshape(-1, width), ("ok",) * len(queries))


def ppr(adjacency: SparseArray, restart: FloatArray) -> FloatArray:
    return personalized_pagerank(adjacency, restart, tol=1e-13)


def passage_nodes(
    hipporag: Any, scores: Any, weight: float = 0.1, *, edge_weight: Any = "one", **settings: Any
) -> PassageNodesRetriever:
    adjacency = passage_node_adjacency(hipporag.graph, edge_weight=edge_weight)
    reset = None if scores is None else PassageReset(Fixed(scores), weight)
    return PassageNodesRetriever(hipporag, adjacency, **{"expand": ppr, "reset": reset, **settings})


def random_graph(random: np.random.Generator, n_passages: int) -> KnowledgeGraph:
    """Phrases a to g; some passages state no fact; at least one does."""
    passages: list[list[tuple[str, str]]] = [[("a", "b")]]
    for _ in range(n_passages - 1):
        ends = random.choice(list("abcdefg"), (random.integers(0, 4), 2))
        passages.append([(s, o) for s, o in ends.tolist() if s != o])
    return make_graph(passages)


__all__ = ["Fixed", "make_graph", "networkx_ppr", "passage_nodes", "ppr", "random_graph"]
