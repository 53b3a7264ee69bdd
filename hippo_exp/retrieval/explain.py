"""Why a passage ranks where it does: the trace of one query is assembled here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.explanation import (
    Contribution,
    Explanation,
    NodeScore,
    PassageTrace,
    Seed,
)
from hippo_exp.retrieval.seeds import LinkedQuery, LinkMerge, restart_weights
from hippo_exp.types import FloatArray, KnowledgeGraph, ScoreBlock


def explain(
    linked: LinkedQuery,
    block: ScoreBlock,
    graph: KnowledgeGraph,
    node_scores: FloatArray | None,
    node_weights: FloatArray,
    merge: LinkMerge,
    *,
    passages: Sequence[int] | None,
    top_nodes: int,
) -> Explanation:
    """Assemble an explanation from what the retriever computed for one query.

    Args:
        linked, block: the query and its scores (1, n_passages).
        graph: the index.
        node_scores: (n_nodes,) after expansion, None when nothing was linked.
        node_weights, merge: see :func:`hippo_exp.retrieval.seeds.restart_weights`.
        passages: corpus positions, None for the first of the best.
        top_nodes: number of nodes listed.

    Raises:
        ConfigError: a passage outside the corpus.
    """
    scores = block.scores[0]
    wanted = [int(scores.argmax())] if passages is None else [int(p) for p in passages]
    for passage in wanted:
        if not 0 <= passage < scores.size:
            raise ConfigError(
                f"no passage {passage} in a corpus of {scores.size}", where="explain", fix="see ids"
            )
    x = np.zeros(len(graph.nodes)) if node_scores is None else node_scores
    order = np.argsort(-x, kind="stable")[:top_nodes]
    return Explanation(
        query_id=linked.query.id,
        outcome=block.outcomes[0],
        seeds=trace_seeds(linked, graph, node_weights, merge),
        nodes=tuple(
            NodeScore(graph.nodes[node], int(node), float(x[node])) for node in order if x[node]
        ),
        passages=tuple(_trace(passage, float(scores[passage]), graph, x) for passage in wanted),
    )


def trace_seeds(
    linked: LinkedQuery, graph: KnowledgeGraph, node_weights: FloatArray, merge: LinkMerge
) -> tuple[Seed, ...]:
    """One seed per query entity, in the query's order; arguments as in :func:`explain`."""
    weights = restart_weights(linked.entities, node_weights, merge)
    holders = graph.passage_nodes.tocsc()
    seeds = []
    for item in linked.entities:
        if item.node < 0:
            seeds.append(Seed(item.entity, item.phrase, None, -1, 0.0, 0, 0.0, 0.0))
            continue
        column = slice(holders.indptr[item.node], holders.indptr[item.node + 1])
        seeds.append(
            Seed(
                entity=item.entity,
                phrase=item.phrase,
                node=graph.nodes[item.node],
                position=item.node,
                cosine=item.cosine,
                passages=int(np.count_nonzero(holders.data[column])),
                specificity=float(graph.specificity[item.node]),
                weight=weights[item.node],
            )
        )
    return tuple(seeds)


def _trace(passage: int, score: float, graph: KnowledgeGraph, x: FloatArray) -> PassageTrace:
    matrix = graph.passage_nodes
    row = slice(matrix.indptr[passage], matrix.indptr[passage + 1])
    parts = [
        Contribution(
            node=graph.nodes[node],
            position=int(node),
            count=float(count),
            node_score=float(x[node]),
            amount=float(count * x[node]),
        )
        for node, count in zip(matrix.indices[row], matrix.data[row], strict=True)
        if count * x[node]
    ]
    parts.sort(key=lambda part: (-part.amount, part.position))
    return PassageTrace(passage, score, float(sum(part.amount for part in parts)), tuple(parts))
