r"""What flows into a node of the PageRank graph: its mass, by neighbour.

At the fixed point, with s the restart weights divided by their sum, d the strength of a node and m
the mass of the nodes without an edge (which return it to s),

    x_v = (r + (1 - r) m) s_v + (1 - r) sum_u x_u w_uv / d_u .
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hippo_exp.types import FloatArray, SparseArray


@dataclass(frozen=True, slots=True)
class Inflow:
    """The parts of a node's mass.

    Attributes:
        restart: what restarts at the node itself.
        neighbors: node position -> what comes from it, by position.
    """

    restart: float
    neighbors: dict[int, float]


def passage_inflow(
    node: int,
    adjacency: SparseArray,
    mass: FloatArray,
    restart: FloatArray,
    *,
    restart_prob: float,
) -> Inflow:
    """Divide a node's mass by where it was one step before.

    Args:
        node: its position.
        adjacency: (n_nodes, n_nodes) symmetric.
        mass: (n_nodes,) PageRank, which sums to 1.
        restart: (n_nodes,) restart weights >= 0, at least one positive.
        restart_prob: r.

    Returns:
        Parts that sum to ``mass[node]`` up to the tolerance of the solver.
    """
    strength = adjacency.sum(axis=1)
    stranded = float(mass[strength == 0].sum())
    share = restart[node] / restart.sum()
    row = slice(adjacency.indptr[node], adjacency.indptr[node + 1])
    others, weights = adjacency.indices[row], adjacency.data[row]
    amounts = (1 - restart_prob) * mass[others] * weights / strength[others]
    order = np.argsort(others, kind="stable")
    return Inflow(
        restart=float((restart_prob + (1 - restart_prob) * stranded) * share),
        neighbors=dict(zip(others[order].tolist(), amounts[order].tolist(), strict=True)),
    )
