"""Which nodes of a layer are summarised together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.raptor.mixture import soft_clusters
from hippo_exp.retrieval.raptor.reduction import reduce_vectors
from hippo_exp.types import IntArray, Vectors

_FEWEST = 3
"""Nodes from which a group can be reduced and clustered (pitfall of the original: it fails)."""


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """How a layer is cut into groups; the defaults are the original's.

    Attributes:
        reduction_dim: coordinates that are clustered.
        threshold: probability from which a node belongs to a cluster.
        max_clusters: bound on the clusters of one mixture.
        max_length: length of the texts that are summarised together, in the unit of the lengths.
        seed: of reduction and mixtures.

    Raises:
        ConfigError: a setting out of range.
    """

    reduction_dim: int = 10
    threshold: float = 0.1
    max_clusters: int = 50
    max_length: int = 3500
    seed: int = 224

    def __post_init__(self) -> None:
        for name, least in (("reduction_dim", 1), ("max_clusters", 2), ("max_length", 1)):
            if getattr(self, name) < least:
                raise ConfigError(
                    f"{getattr(self, name)} is too small",
                    where=f"raptor.{name}",
                    fix=f"use {least} or more",
                )
        if not 0 <= self.threshold < 1:
            raise ConfigError(
                f"{self.threshold} is no probability", where="raptor.threshold", fix="use 0 to 1"
            )


def group_vectors(vectors: Vectors, lengths: IntArray, settings: GroupSettings) -> list[IntArray]:
    """Groups of nodes, which may overlap: clusters, cut again inside each cluster.

    A group longer than ``max_length`` is grouped again by itself, as in the original; where that
    does not divide it (the original then never ends), it is cut along its second coordinate.
    Fewer than three nodes are one group, unless they are too long.

    Args:
        vectors: (n, dim) dense or CSR.
        lengths: (n,) int64 length of each node's text.
        settings: see there.

    Returns:
        Ascending int64 positions of each group, no group twice; each node is in at least one.
    """
    n = vectors.shape[0]
    outer = _clusters(vectors, settings) if n >= _FEWEST else [np.arange(n)]
    groups = [cluster[part] for cluster in outer for part in _inner(vectors, cluster, settings)]
    short: dict[tuple[int, ...], None] = {}
    for group in groups:
        for part in _short_enough(vectors, lengths, group, settings):
            short[tuple(part.tolist())] = None
    return [np.array(group, dtype=np.int64) for group in short]


def _clusters(vectors: Vectors, settings: GroupSettings) -> list[IntArray]:
    return soft_clusters(
        reduce_vectors(vectors, settings.reduction_dim, settings.seed),
        threshold=settings.threshold,
        max_clusters=settings.max_clusters,
        seed=settings.seed,
    )


def _inner(vectors: Vectors, cluster: IntArray, settings: GroupSettings) -> list[IntArray]:
    """Clusters inside a cluster; a small one, and that of all nodes, stays whole."""
    small = cluster.size < max(_FEWEST, settings.reduction_dim + 2)
    if small or cluster.size == vectors.shape[0]:
        return [np.arange(cluster.size)]
    return _clusters(vectors[cluster], settings)


def _short_enough(
    vectors: Vectors, lengths: IntArray, group: IntArray, settings: GroupSettings
) -> list[IntArray]:
    if group.size == 1 or lengths[group].sum() <= settings.max_length:
        return [group]
    if group.size < lengths.size:
        parts = group_vectors(vectors[group], lengths[group], settings)
        return [group[part] for part in parts]
    order = group  # all nodes: grouping again would give the same
    if group.size >= _FEWEST:
        order = np.argsort(reduce_vectors(vectors, 2, settings.seed)[:, -1], kind="stable")
    return [np.sort(order[run]) for run in _runs(lengths[order], settings.max_length)]


def _runs(lengths: IntArray, most: int) -> list[IntArray]:
    """Consecutive positions whose lengths add up to at most ``most``, or single ones."""
    runs: list[list[int]] = []
    total = most + 1
    for position, length in enumerate(lengths.tolist()):
        total += length
        if total > most:
            runs.append([])
            total = length
        runs[-1].append(position)
    return [np.array(run, dtype=np.int64) for run in runs]
