"""Candidate scores: the rankers that need only the instance, and the ways to score candidates.

A ranker that scores nodes (Personalized PageRank and other expansions) or passages (BM25, dense)
lives in another package; its scores are carried over to the candidates here.
"""

from __future__ import annotations

import numpy as np

from hippo_exp.pathfinding.instance import Instance
from hippo_exp.types import FloatArray


def mention_count(instance: Instance) -> FloatArray:
    """Score by mentions: (n_candidates,) float64.

    A passage scores the number of query entities it mentions, a candidate the sum over the
    passages that name it. Beyond one hop no passage names a seed and a candidate together, so
    all scores are 0 and the ranking is chance.
    """
    is_seed = np.zeros(len(instance.nodes))
    is_seed[list(instance.seeds)] = 1.0
    return candidate_scores_from_passages(instance, instance.mentions @ is_seed)


def degree(instance: Instance) -> FloatArray:
    """Score by number of graph neighbours: (n_candidates,) float64; blind to the query.

    In the standard setting the answer has degree ``seeds`` and a dead end 1, so this ranker is
    perfect there; ``matched_degree`` takes the hint away.
    """
    neighbors = np.diff(instance.adjacency.indptr)
    return neighbors[instance.candidates].astype(np.float64)


def candidate_scores_from_nodes(instance: Instance, node_scores: FloatArray) -> FloatArray:
    """A candidate's own node score: (n_candidates,) from (n_nodes,)."""
    _check_length(node_scores, len(instance.nodes), "node")
    return node_scores[instance.candidates]


def candidate_scores_from_passages(instance: Instance, passage_scores: FloatArray) -> FloatArray:
    """Sum over the passages that name the candidate: (n_candidates,) from (n_passages,).

    A sum favours candidates named by many passages when no score is 0, as with dense retrieval;
    ``matched_degree`` makes these numbers equal.
    """
    _check_length(passage_scores, len(instance.passages), "passage")
    totals: FloatArray = instance.mentions.T @ passage_scores
    return totals[instance.candidates]


def _check_length(scores: FloatArray, wanted: int, kind: str) -> None:
    if scores.shape != (wanted,):
        raise ValueError(f"{kind} scores have shape {scores.shape}, expected ({wanted},)")
