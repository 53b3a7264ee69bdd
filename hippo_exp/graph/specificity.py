"""Node specificity: how few passages hold a node (paper, section 2.3, neurobiological IDF)."""

from __future__ import annotations

import numpy as np

from hippo_exp.types import FloatArray, SparseArray


def node_specificity(passage_nodes: SparseArray) -> FloatArray:
    """Return s_i = 1 / |P_i|, with |P_i| the number of passages whose entry for i is non-zero.

    A node that no passage holds has s_i = 1 (official behaviour, row 8).

    Args:
        passage_nodes: (n_passages, n_nodes) CSR, the matrix P.

    Returns:
        (n_nodes,) float64 in (0, 1].
    """
    holding = passage_nodes.indices[passage_nodes.data != 0]
    passages = np.bincount(holding, minlength=passage_nodes.shape[1])
    return 1.0 / np.maximum(passages, 1).astype(np.float64)
