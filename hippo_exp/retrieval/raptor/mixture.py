"""Soft clusters by a Gaussian mixture whose size is chosen by BIC."""

from __future__ import annotations

import warnings

import numpy as np

from hippo_exp.types import FloatArray, IntArray


def soft_clusters(
    points: FloatArray, *, threshold: float, max_clusters: int, seed: int
) -> list[IntArray]:
    """Clusters that may overlap (Sarthi et al., 2024, section 3).

    Of mixtures with 1, 2, … components the one of the lowest BIC is taken, the smaller of equals.
    A point belongs to every component whose probability exceeds ``threshold``, and in any case to
    its most probable one.

    Args:
        points: (n, dim) float64.
        threshold: see above, 0 to 1.
        max_clusters: fewer components than this are tried, and fewer than points.
        seed: of the mixtures' start.

    Returns:
        Ascending int64 positions of each cluster's points; no cluster is empty, and each point is
        in at least one.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.mixture import GaussianMixture
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    distinct = np.unique(points.round(9), axis=0).shape[0]
    most = max(1, min(max_clusters - 1, points.shape[0] - 1, distinct))
    best, lowest = np.ones((points.shape[0], 1)), np.inf
    with warnings.catch_warnings(), threadpool_limits(1):  # the same on any number of cores
        warnings.simplefilter("ignore", ConvergenceWarning)  # the BIC judges the fit as it is
        for size in range(1, most + 1):
            mixture = GaussianMixture(size, random_state=seed).fit(points)
            score = mixture.bic(points)
            if score < lowest:
                best, lowest = mixture.predict_proba(points), score
    belongs = best > threshold
    belongs[np.arange(best.shape[0]), best.argmax(axis=1)] = True
    return [np.flatnonzero(column) for column in belongs.T if column.any()]
