"""Retrievers on one graph: HippoRAG, its ensemble, and passages as nodes in two ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from scipy import sparse

from benchmarks.cases.linked_questions import RESET_WEIGHT, LinkedQuestions
from benchmarks.cases.pagerank import RESTART_PROB
from benchmarks.harness.accuracy import reference_scores
from benchmarks.harness.method import OURS, Method
from hippo_exp.graph import passage_node_adjacency
from hippo_exp.graph.ppr import prepare
from hippo_exp.retrieval import (
    CosineLinker,
    DenseRetriever,
    EnsembleRetriever,
    Expand,
    HippoRAGRetriever,
    PassageNodesRetriever,
    PassageReset,
)
from hippo_exp.types import FloatArray, Query, ScoreBlock, SparseArray

ENSEMBLE = "uncertainty ensemble"
PLAIN = "passage nodes, one dense block"
APART = "passage nodes, parts apart"
_REFERENCE_WIDTH = 32

Search: TypeAlias = Callable[[Sequence[Query]], ScoreBlock]
"""Questions to scores of every passage."""


def solver(adjacency: SparseArray) -> Expand:
    """PageRank as the pipeline calls it, on a graph prepared once."""
    prepared = prepare(adjacency)
    return lambda _, restart: prepared.solve(restart, restart_prob=RESTART_PROB)[0]


def plain_power(_: SparseArray) -> Expand:
    """Power iteration to 1e-13, for the comparison."""

    def expand(adjacency: SparseArray, restart: FloatArray) -> FloatArray:
        parts = []
        for start in range(0, restart.shape[1], _REFERENCE_WIDTH):
            columns = restart[:, start : start + _REFERENCE_WIDTH]
            resets = sparse.csc_array(columns / columns.sum(axis=0))
            parts.append(reference_scores(adjacency, resets, RESTART_PROB))
        return np.concatenate(parts, axis=1)

    return expand


def _hipporag(case: LinkedQuestions, expand: Expand) -> HippoRAGRetriever:
    return HippoRAGRetriever(
        case.graph,
        linker=CosineLinker(case.node_vectors, case.phrases),
        normalize=str,
        expand=expand,
        no_entity="uniform",
    )


def _dense(case: LinkedQuestions) -> DenseRetriever:
    return DenseRetriever(case.passage_vectors, case.texts)


def _passage_nodes(
    case: LinkedQuestions, make: Callable[[SparseArray], Expand]
) -> PassageNodesRetriever:
    adjacency = passage_node_adjacency(case.graph, edge_weight="one")
    return PassageNodesRetriever(
        _hipporag(case, solver(case.graph.adjacency)),
        adjacency,
        expand=make(adjacency),
        reset=PassageReset(_dense(case), RESET_WEIGHT),
    )


def by(name: str, case: LinkedQuestions, make: Callable[[SparseArray], Expand] = solver) -> Search:
    """A method of :data:`BEYOND` over some solver."""
    if name == PLAIN:
        return _passage_nodes(case, make).score
    if name == APART:
        apart = _passage_nodes(case, make)
        return lambda queries: apart.score_weights(queries, [RESET_WEIGHT])[0]
    hipporag = _hipporag(case, make(case.graph.adjacency))
    return EnsembleRetriever(hipporag, _dense(case)).score if name == ENSEMBLE else hipporag.score


BEYOND: tuple[Method[LinkedQuestions, Search], ...] = (
    Method(OURS, lambda case: by(OURS, case), remark="`HippoRAGRetriever`, the paper's method"),
    Method(
        ENSEMBLE,
        lambda case: by(ENSEMBLE, case),
        remark="every phrase of a question has a node of cosine 1, so that none asks the dense "
        "retriever",
    ),
    Method(
        PLAIN,
        lambda case: by(PLAIN, case),
        remark="`PassageNodesRetriever.score`: seeds and passage reset in one restart block",
    ),
    Method(
        APART,
        lambda case: by(APART, case),
        remark="`score_weights` with one weight: by linearity, the expansions of seeds and of "
        "passages added, on a scale that a third one gives; any number of weights costs the same",
    ),
)
