"""Graph construction: fact edges and synonymy edges become one weighted undirected graph.

The weight of a pair of nodes is that of :mod:`hippo_exp.graph.pair_weights`.

Example: one triple joins A and B, and a synonymy hit (B, C) has score 1. ``per_direction`` gives
A-B 2 and B-C 1, so that PPR from B with restart probability 0.5 is A 2/9, B 2/3, C 1/9;
``triple_count`` gives 1 and 1, hence A 1/6, B 2/3, C 1/6.

Facts whose ends are equal make no edge, and scores <= 0 never enter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hippo_exp.graph.edges import (
    check_positions,
    checked_hits,
    fact_pairs,
    pair_keys,
    symmetric_matrix,
)
from hippo_exp.graph.pair_weights import FactWeight, PairWeights, SynonymMerge, pair_weights
from hippo_exp.graph.passage_matrix import PassageMatrixKind, build_passage_matrix
from hippo_exp.graph.specificity import node_specificity
from hippo_exp.graph.statistics import graph_counts
from hippo_exp.types import FactTable, KnowledgeGraph, SparseArray, SynonymEdges


def build_graph(
    facts: FactTable,
    synonyms: SynonymEdges | None,
    *,
    fact_weight: FactWeight,
    synonym_merge: SynonymMerge,
    passage_matrix: PassageMatrixKind,
    contents: Sequence[str] | None = None,
    normalize: Callable[[str], str] | None = None,
) -> KnowledgeGraph:
    """Build the searchable graph (paper, section 2.3); weights: ``pair_weights``.

    Args:
        facts: the fact table.
        synonyms: directed synonymy hits, or None for a graph without them.
        fact_weight: what a triple occurrence adds.
        synonym_merge: whether a synonymy hit replaces the fact weight or is added to it.
        passage_matrix: the kind of P, see :func:`build_passage_matrix`.
        contents, normalize: passage contents (n_passages,) and node normaliser, for mentions only.

    Returns:
        The graph; ``adjacency`` is symmetric to the bit. ``counts`` holds those of the fact table
        and of :func:`graph_counts`, and ``facts`` (distinct triples), ``fact_edges`` (node pairs
        joined by a triple), ``synonymy_edges`` (directed hits that entered), ``synonymy_pairs``
        (node pairs they join) and ``synonymy_not_positive`` (hits refused for a score <= 0).

    Raises:
        ConfigError: an unknown option.
        GraphError: a position outside the nodes, a self hit, a repeated hit, or a score that is
            not finite; the message names the edge.
    """
    formula = pair_weights(fact_weight, synonym_merge)
    check_positions(facts.fact_ends, len(facts.nodes), "fact table")
    hits = checked_hits(synonyms, facts.nodes)
    adjacency, counts = _weigh(facts, hits, formula)
    matrix = build_passage_matrix(facts, passage_matrix, contents=contents, normalize=normalize)
    refused = 0 if synonyms is None else synonyms.score.size - hits.score.size
    return KnowledgeGraph(
        nodes=facts.nodes,
        adjacency=adjacency,
        passage_nodes=matrix,
        specificity=node_specificity(matrix),
        counts={
            **facts.counts,
            "facts": len(facts.facts),
            **graph_counts(adjacency, matrix),
            **counts,
            "synonymy_not_positive": refused,
        },
    )


def _weigh(
    facts: FactTable, hits: SynonymEdges, formula: PairWeights
) -> tuple[SparseArray, dict[str, int]]:
    """Join fact pairs and synonymy pairs; return the weighted adjacency and the edge counts."""
    n_nodes = len(facts.nodes)
    fact_keys, triples = fact_pairs(facts)
    hit_keys = pair_keys(hits.source, hits.target, n_nodes)
    pairs = np.union1d(fact_keys, hit_keys)
    joined = np.zeros(pairs.size)
    joined[np.searchsorted(pairs, fact_keys)] = triples
    scores = np.zeros((2, pairs.size))
    upward = (hits.source < hits.target).astype(np.int64)
    scores[upward, np.searchsorted(pairs, hit_keys)] = hits.score
    weights = formula(joined, scores[0], scores[1])
    return symmetric_matrix(pairs, weights, n_nodes), {
        "fact_edges": fact_keys.size,
        "synonymy_edges": hits.score.size,
        "synonymy_pairs": np.unique(hit_keys).size,
    }
