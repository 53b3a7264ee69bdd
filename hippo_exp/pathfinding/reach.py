"""Which candidates the seeds still reach; diagnostics of noisy settings."""

from __future__ import annotations

import numpy as np

from hippo_exp.pathfinding.instance import Instance
from hippo_exp.types import FloatArray, IntArray


def distances(instance: Instance) -> FloatArray:
    """(seeds, n_candidates) float64 number of edges from each seed; inf where not reached."""
    from scipy.sparse import csgraph

    lengths = csgraph.dijkstra(instance.adjacency, indices=list(instance.seeds), unweighted=True)
    found: FloatArray = np.atleast_2d(lengths)[:, instance.candidates]
    return found


def seeds_reaching_answer(instance: Instance) -> int:
    """Number of seeds with a path to the answer; below ``seeds`` when its chain lost a fact."""
    return int(np.isfinite(distances(instance)[:, instance.answer_position]).sum())


def rivals(instance: Instance) -> IntArray:
    """Node positions of dead ends that every seed reaches within its own number of hops.

    Such a dead end, made by extra edges or hubs, answers the question as well as the answer does;
    an instance with rivals bounds what any ranker can reach.
    """
    hops = np.array(instance.parameters.hops_per_seed)[:, None]
    within = (distances(instance) <= hops).all(axis=0)
    dead_end = instance.candidates != instance.answer
    found: IntArray = instance.candidates[within & dead_end]
    return found
