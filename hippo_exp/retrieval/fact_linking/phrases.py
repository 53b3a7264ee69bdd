"""From the facts that a question is linked to, to the restart weights of their phrases."""

from __future__ import annotations

from hippo_exp.types import FloatArray, IntArray

_PLACES = 5
"""Weights from float32 vectors are compared at this many places."""


def phrase_weights(
    ends: IntArray, scores: FloatArray, specificity: FloatArray, top_phrases: int | None
) -> dict[int, float]:
    """w_i = (mean score of the linked facts that hold phrase i) / (passages that hold it).

    As the released code of HippoRAG 2 computes it; the division is its node specificity.

    Args:
        ends: (n_linked, 2) nodes of subject and object of each linked fact.
        scores: (n_linked,) fact scores in [0, 1].
        specificity: (n_nodes,) 1 / number of passages that hold the node.
        top_phrases: how many phrases of highest weight are kept, equal ones (to 5 places) by
            position; None keeps all.

    Returns:
        Positive weights by node, ascending.
    """
    totals: dict[int, float] = {}
    counts: dict[int, int] = {}
    for pair, score in zip(ends.tolist(), scores.tolist(), strict=True):
        for node in pair:
            totals[node] = totals.get(node, 0.0) + score
            counts[node] = counts.get(node, 0) + 1
    weights = {
        node: total / counts[node] * float(specificity[node])
        for node, total in totals.items()
        if total > 0
    }
    best = sorted(weights, key=lambda node: (-round(weights[node], _PLACES), node))[:top_phrases]
    return {node: weights[node] for node in sorted(best)}
