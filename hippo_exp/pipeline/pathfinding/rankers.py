"""The rankers of the path-finding experiment by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from hippo_exp.encoders import Encoder
from hippo_exp.graph import personalized_pagerank, query_nodes, query_nodes_and_neighbors
from hippo_exp.pathfinding import (
    Instance,
    candidate_scores_from_nodes,
    candidate_scores_from_passages,
    degree,
    mention_count,
)
from hippo_exp.retrieval import BM25Retriever, DenseRetriever, Retriever
from hippo_exp.text import ANALYZERS
from hippo_exp.types import FloatArray, Query, SparseArray, Vectors


@dataclass(frozen=True)
class RankerSettings:
    """What the rankers need beside the instance.

    Attributes:
        restart_prob: of Personalized PageRank, 0 < restart_prob <= 1.
        encoder: of the dense ranker.
    """

    restart_prob: float
    encoder: Encoder


Ranker: TypeAlias = Callable[[Instance, RankerSettings], FloatArray]
"""(n_candidates,) float64 scores, higher is better."""


def solve_ppr(adjacency: SparseArray, reset: FloatArray, restart_prob: float) -> FloatArray:
    """(n_nodes,) Personalized PageRank: the solver that ``pathfinding.mass_report`` asks for.

    Each score is exact to 1e-10, so chains beyond about 14 hops, with less mass at their ends, are
    compared by rounding only.
    """
    return personalized_pagerank(adjacency, reset, restart_prob=restart_prob)


def _ppr(instance: Instance, settings: RankerSettings) -> FloatArray:
    mass = solve_ppr(instance.adjacency, instance.reset, settings.restart_prob)
    return candidate_scores_from_nodes(instance, mass)


def _query_nodes(instance: Instance, _: RankerSettings) -> FloatArray:
    return candidate_scores_from_nodes(instance, query_nodes(instance.adjacency, instance.reset))


def _neighbors(instance: Instance, _: RankerSettings) -> FloatArray:
    scores = query_nodes_and_neighbors(instance.adjacency, instance.reset)
    return candidate_scores_from_nodes(instance, scores)


def _bm25(instance: Instance, _: RankerSettings) -> FloatArray:
    retriever = BM25Retriever(_contents(instance), analyze=ANALYZERS["standard"])
    return _from_passages(instance, retriever)


def _dense(instance: Instance, settings: RankerSettings) -> FloatArray:
    encoder = settings.encoder

    def encode_queries(texts: Sequence[str]) -> Vectors:
        return encoder.encode(texts, "query")

    vectors = encoder.encode(_contents(instance), "passage")
    return _from_passages(instance, DenseRetriever(vectors, encode_queries))


def _contents(instance: Instance) -> list[str]:
    return [passage.contents for passage in instance.passages]


def _by_text(rank: Ranker) -> Ranker:
    """A ranker of passages; where every fact is missing there are none, and all candidates tie."""

    def ranked(instance: Instance, settings: RankerSettings) -> FloatArray:
        if not instance.passages:
            return np.zeros(len(instance.candidates))
        return rank(instance, settings)

    return ranked


def _from_passages(instance: Instance, retriever: Retriever) -> FloatArray:
    query = Query("question", instance.question, instance.seed_names)
    return candidate_scores_from_passages(instance, retriever.score([query]).scores[0])


RANKERS: Mapping[str, Ranker] = {
    "mention_count": lambda instance, _: mention_count(instance),
    "ppr": _ppr,
    "degree": lambda instance, _: degree(instance),
    "query_nodes_only": _query_nodes,
    "query_nodes_and_neighbors": _neighbors,
    "bm25": _by_text(_bm25),
    "dense": _by_text(_dense),
}
"""Rows of the experiment, in the order of its tables."""
