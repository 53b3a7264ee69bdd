r"""The mass of every node, divided by what sent it out.

PageRank without its normalisation, ``z = (I - (1 - r) W^T)^{-1} s``, is linear in the restart
weights s; the answer x of a solver is z divided by its sum. With s the sum of weights s_1 … s_n of
n sources and x_i the answer to s_i alone, x is therefore ``a_1 x_1 + … + a_n x_n``; the a_i are the
shares of the weights where every restart node has an edge, and depend on the graph where one has
none. They are found by least squares, which works for any expansion that is linear.
"""

from __future__ import annotations

import numpy as np

from hippo_exp.retrieval.hipporag import Expand, expand_checked
from hippo_exp.types import FloatArray, SparseArray

LINEAR = 1e-5
"""Largest part of the mass (L1) that the sources may leave unexplained: a solver's tolerance."""


def mass_by_source(
    expand: Expand, adjacency: SparseArray, restart: FloatArray
) -> tuple[FloatArray, FloatArray | None]:
    """Expand the restart weights of one query together, and those of each source apart.

    Args:
        expand: restart weights to node scores.
        adjacency: (n_nodes, n_nodes) of the searched graph.
        restart: (n_nodes, n_sources) restart weights >= 0, each column with a positive one; the
            query's own are the sum over the columns.

    Returns:
        (n_nodes,) the whole mass, and (n_nodes, n_sources) its parts, which sum to it over the
        sources up to the tolerance of ``expand``; None where they do not, because ``expand`` is
        not linear (a neighbourhood expansion of several query nodes is not).

    Raises:
        GraphError: ``expand`` returned another shape or values that are not finite.
    """
    together = restart.sum(axis=1, keepdims=True)
    whole = expand_checked(expand, adjacency, together)[:, 0]
    if restart.shape[1] == 1:
        return whole, whole[:, None]
    alone = expand_checked(expand, adjacency, restart)
    factors = np.linalg.lstsq(alone, whole, rcond=None)[0]
    parts: FloatArray = alone * factors
    missed = float(np.abs(parts.sum(axis=1) - whole).sum())
    linear = missed <= LINEAR * float(np.abs(whole).sum()) and bool((factors >= 0).all())
    return whole, parts if linear else None
