"""How far scores and rankings are from a reference."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from hippo_exp.types import FloatArray, IntArray, SparseArray

TIE = 1e-10
"""Reference scores this close are ties: a solution to 1e-10 cannot tell them apart."""

REFERENCE_TOL = 1e-13


def reference_scores(
    adjacency: SparseArray, resets: sparse.csc_array, restart_prob: float
) -> FloatArray:
    """(n_nodes, width) Personalized PageRank to 1e-13, by power iteration written plainly.

    It shares no code with the solvers that are measured. No seed may be isolated.

    Args:
        adjacency: (n_nodes, n_nodes) symmetric weights.
        resets: (n_nodes, width) columns of sum 1.
        restart_prob: in (0, 1).
    """
    follow = 1.0 - restart_prob
    steps = step_matrix(adjacency)
    start = restart_prob * resets.toarray()
    scores = resets.toarray()
    change = np.inf
    while change * follow / restart_prob > REFERENCE_TOL:
        new = start + follow * (steps @ scores)
        change = float(np.abs(new - scores).sum(axis=0).max())
        scores = new
    return scores


def step_matrix(adjacency: SparseArray) -> SparseArray:
    """(n_nodes, n_nodes) CSR whose column j holds the probabilities of the steps out of node j."""
    strength = np.asarray(adjacency.sum(axis=1)).ravel()
    strength[strength == 0] = 1.0
    return sparse.csr_array(adjacency.T @ sparse.diags_array(1.0 / strength))


def top_k(scores: FloatArray, k: int) -> IntArray:
    """(width, k) the best items of each column of (n_items, width), best first, ties by number."""
    rows = np.ascontiguousarray(scores.T)
    cut = max(rows.shape[1] - k, 0)
    best = np.sort(np.argpartition(rows, cut, axis=1)[:, cut:], axis=1)
    order = np.argsort(-np.take_along_axis(rows, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1).astype(np.int64)


def top_agreement(top: IntArray, reference: FloatArray) -> float:
    """Share of the places of all lists that hold an item which belongs there.

    An item belongs at place j when the reference scores it within ``TIE`` of its own j-th best
    score; so 1 means equal lists in equal order, apart from ties.

    Args:
        top: (width, k) ranked items.
        reference: (n_items, width) reference scores.
    """
    rows = np.ascontiguousarray(reference.T)
    best = -np.sort(-rows, axis=1)[:, : top.shape[1]]
    chosen = np.take_along_axis(rows, top, axis=1)
    return float(np.mean(np.abs(chosen - best) <= TIE))
