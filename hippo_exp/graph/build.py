"""Graph construction: fact edges and synonymy edges become one weighted undirected graph.

For a pair of nodes {a, b} let T be the number of triple occurrences that join a and b, whichever
is the subject, and let s_ab and s_ba be the scores of the directed synonymy hits, 0 where there is
none. The weight of the pair is

============= ======= =====================================================
fact_weight   merge   weight
============= ======= =====================================================
per_direction replace (s_ab if s_ab > 0 else T) + (s_ba if s_ba > 0 else T)
per_direction add     2 T + s_ab + s_ba
triple_count  replace max(s_ab, s_ba) if that is > 0, else T
triple_count  add     T + max(s_ab, s_ba)
============= ======= =====================================================

``per_direction`` keeps one entry for each direction, and the undirected graph has both as parallel
edges; with ``replace`` it is the released code (preset ``paper``; official behaviour, rows 4 and
5). ``triple_count`` keeps one edge for a pair; with ``add`` it is the preset ``clean``. The two
scores of a pair differ by rounding at most, and a direction may be missing because of the cap or
of the minimum length of a source, hence the maximum.

Example: one triple joins A and B, and a synonymy hit (B, C) has score 1. ``per_direction`` gives
A-B 2 and B-C 1, so that PPR from B with restart probability 0.5 is A 2/9, B 2/3, C 1/9;
``triple_count`` gives 1 and 1, hence A 1/6, B 2/3, C 1/6.

Facts whose ends are equal make no edge, and scores <= 0 never enter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.graph.edges import (
    check_positions,
    checked_hits,
    fact_pairs,
    pair_keys,
    symmetric_matrix,
)
from hippo_exp.graph.passage_matrix import PassageMatrixKind, build_passage_matrix
from hippo_exp.graph.specificity import node_specificity
from hippo_exp.graph.statistics import graph_counts
from hippo_exp.types import FactTable, FloatArray, KnowledgeGraph, SparseArray, SynonymEdges

FactWeight = Literal["per_direction", "triple_count"]
SynonymMerge = Literal["replace", "add"]


_Formula = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]

_FORMULAS: dict[tuple[str, str], _Formula] = {
    ("per_direction", "replace"): lambda joined, one, two: (
        np.where(one > 0, one, joined) + np.where(two > 0, two, joined)
    ),
    ("per_direction", "add"): lambda joined, one, two: 2 * joined + (one + two),
    ("triple_count", "replace"): lambda joined, one, two: np.where(
        np.maximum(one, two) > 0, np.maximum(one, two), joined
    ),
    ("triple_count", "add"): lambda joined, one, two: joined + np.maximum(one, two),
}


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
    """Build the searchable graph (paper, section 2.3); the module's docstring gives the weights.

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
    formula = _formula(fact_weight, synonym_merge)
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
    facts: FactTable, hits: SynonymEdges, formula: _Formula
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


def _formula(fact_weight: str, synonym_merge: str) -> _Formula:
    for name, value, choices in (
        ("fact_weight", fact_weight, get_args(FactWeight)),
        ("synonym_merge", synonym_merge, get_args(SynonymMerge)),
    ):
        if value not in choices:
            raise ConfigError(
                f"unknown value {value!r}", where=name, fix=f"choose one of {', '.join(choices)}"
            )
    return _FORMULAS[fact_weight, synonym_merge]
