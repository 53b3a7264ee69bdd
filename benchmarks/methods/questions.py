"""Questions to their ten best passages: link the entities, expand, score, rank."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy import sparse

from benchmarks.cases.pagerank import RESTART_PROB
from benchmarks.harness.accuracy import reference_scores
from benchmarks.harness.method import OURS, Method
from benchmarks.methods.one_query import OneQuery, prpack, prpack_one_thread
from benchmarks.methods.openie_to_graph import NORMALIZE
from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.graph.ppr import prepare
from hippo_exp.retrieval import CosineLinker, Expand, HippoRAGRetriever, rank_passages
from hippo_exp.types import (
    FloatArray,
    KnowledgeGraph,
    Query,
    Ranking,
    ScoreBlock,
    SparseArray,
)

TOP = 10
_REFERENCE_WIDTH = 32


@dataclass(frozen=True)
class QuestionCase:
    """An index and questions."""

    graph: KnowledgeGraph
    node_vectors: SparseArray
    queries: tuple[Query, ...]


@dataclass(frozen=True)
class Answers:
    """Scores of every passage, and the rankings."""

    block: ScoreBlock
    rankings: tuple[Ranking, ...]


Answer: TypeAlias = Callable[[], Answers]


def answer_by(case: QuestionCase, expand: Expand) -> Answer:
    """The library's retriever with some expansion."""
    encoder = CharNgramEncoder()
    retriever = HippoRAGRetriever(
        case.graph,
        linker=CosineLinker(case.node_vectors, lambda texts: encoder.encode(texts, "phrase")),
        normalize=NORMALIZE,
        expand=expand,
        no_entity="corpus_order",
    )

    def answer() -> Answers:
        block = retriever.score(case.queries)
        return Answers(block, rank_passages(block, case.queries, k=TOP, ties="first"))

    return answer


def ours(case: QuestionCase) -> Answer:
    """PageRank on a graph prepared once, as the pipeline calls it."""
    prepared = prepare(case.graph.adjacency)
    return answer_by(case, lambda _, restart: prepared.solve(restart, restart_prob=RESTART_PROB)[0])


def reference(case: QuestionCase) -> Answer:
    """Power iteration to 1e-13."""

    def expand(adjacency: SparseArray, restart: FloatArray) -> FloatArray:
        parts = []
        for start in range(0, restart.shape[1], _REFERENCE_WIDTH):
            columns = restart[:, start : start + _REFERENCE_WIDTH]
            resets = sparse.csc_array(columns / columns.sum(axis=0))
            parts.append(reference_scores(adjacency, resets, RESTART_PROB))
        return np.concatenate(parts, axis=1)

    return answer_by(case, expand)


def _loop(make_one: Callable[[SparseArray], OneQuery]) -> Callable[[QuestionCase], Answer]:
    def make(case: QuestionCase) -> Answer:
        one = make_one(case.graph.adjacency)

        def expand(_: SparseArray, restart: FloatArray) -> FloatArray:
            columns = np.ascontiguousarray(restart.T)
            return np.stack([one(column / column.sum()) for column in columns], axis=1)

        return answer_by(case, expand)

    return make


QUESTIONS: tuple[Method[QuestionCase, Answer], ...] = (
    Method(OURS, ours, remark="`HippoRAGRetriever` with PageRank in blocks, one thread, float64"),
    Method(
        "igraph prpack (loop)",
        _loop(prpack),
        module="igraph",
        remark="the same retriever, one call of igraph for each question",
    ),
    Method(
        "igraph prpack (one thread, loop)",
        _loop(prpack_one_thread),
        module="igraph",
        remark="the same, OpenMP held to one thread",
    ),
)
