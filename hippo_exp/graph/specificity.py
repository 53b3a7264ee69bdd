"""How rare a node is: node specificity (paper, section 2.3), and the IDF that it stands for."""

from __future__ import annotations

import numpy as np

from hippo_exp.types import FloatArray, IntArray, SparseArray


def document_frequency(passage_nodes: SparseArray) -> IntArray:
    """(n_nodes,) |P_i|, the number of passages whose entry for the node is non-zero.

    Args:
        passage_nodes: (n_passages, n_nodes) CSR, the matrix P.
    """
    holding = passage_nodes.indices[passage_nodes.data != 0]
    return np.bincount(holding, minlength=passage_nodes.shape[1]).astype(np.int64)


def node_specificity(passage_nodes: SparseArray) -> FloatArray:
    """Return s_i = 1 / |P_i|; see :func:`document_frequency`.

    A node that no passage holds has s_i = 1 (official behaviour, row 8).

    Args:
        passage_nodes: (n_passages, n_nodes) CSR, the matrix P.

    Returns:
        (n_nodes,) float64 in (0, 1].
    """
    return 1.0 / np.maximum(document_frequency(passage_nodes), 1).astype(np.float64)


def inverse_document_frequency(passage_nodes: SparseArray) -> FloatArray:
    """Return ln((1 + N) / (1 + |P_i|)) + 1 with N the number of passages.

    Spärck Jones, "A statistical interpretation of term specificity and its application in
    retrieval", Journal of Documentation 28 (1972), in the smoothed form of scikit-learn's
    ``TfidfTransformer(smooth_idf=True)``, which is finite and positive for every node. N stands in
    every weight: one more passage changes those of all nodes.

    Args:
        passage_nodes: (n_passages, n_nodes) CSR, the matrix P.

    Returns:
        (n_nodes,) float64, at least 1.
    """
    held = 1.0 + document_frequency(passage_nodes)
    weights: FloatArray = np.log((1.0 + passage_nodes.shape[0]) / held) + 1.0
    return weights
