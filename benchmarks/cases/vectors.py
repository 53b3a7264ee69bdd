"""Phrase vectors with synonyms: clusters of similar vectors in a decaying or a flat spectrum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from hippo_exp.types import FloatArray, IntArray

Spectrum = Literal["decaying", "flat"]
Matrix = NDArray[np.float32]

SEED = 20_240_518
THRESHOLD = 0.8
LARGEST_CLUSTER = 60
CLUSTERED = 0.38
"""Share of phrases that have a synonym."""

_MEAN_COSINE = 0.12
_DECAY = 130.0
_CHUNK = 8192


@dataclass(frozen=True)
class VectorCase:
    """Vectors whose pairs above the threshold are searched.

    Attributes:
        vectors: (n, dim) float32, rows of norm 1.
        nodes: (n,) phrases.
    """

    vectors: Matrix
    nodes: tuple[str, ...]


def vector_case(n: int, dim: int, spectrum: Spectrum) -> VectorCase:
    """Draw the vectors; row numbers are shuffled.

    The decaying spectrum, variances ``(k + 2)^-1/2 exp(-k / 130)`` and a common direction that
    gives unrelated phrases a mean cosine of 0.12, follows the vectors of all-MiniLM-L6-v2 for
    phrases of MuSiQue. The cosines inside a cluster lie around a value between 0.75 and 0.97.
    """
    rng = np.random.default_rng(SEED)
    clusters = rng.permutation(_clusters(n, rng))
    deviations = _deviations(dim, spectrum)
    n_clusters = int(clusters.max()) + 1
    closeness = rng.uniform(0.75, 0.97, n_clusters)
    centres = rng.standard_normal((n_clusters, dim), dtype=np.float32)
    vectors = np.empty((n, dim), dtype=np.float32)
    for start in range(0, n, _CHUNK):
        members = clusters[start : start + _CHUNK]
        rows = rng.standard_normal((len(members), dim), dtype=np.float32)
        share = closeness[members].astype(np.float32)[:, np.newaxis]
        rows *= np.sqrt(1 - share)
        rows += np.sqrt(share) * centres[members]
        rows *= deviations
        rows[:, 0] += np.float32(np.sqrt(_MEAN_COSINE / (1 - _MEAN_COSINE)))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        vectors[start : start + _CHUNK] = rows
    return VectorCase(vectors, tuple(f"phrase {number}" for number in range(n)))


def _clusters(n: int, rng: Generator) -> IntArray:
    """(n,) cluster of each phrase; most phrases are alone in theirs."""
    sizes: list[int] = []
    left = int(CLUSTERED * n)
    while left > 1:
        sizes.append(min(LARGEST_CLUSTER, 2 + int(rng.pareto(1.3)), left))
        left -= sizes[-1]
    sizes += [1] * (n - sum(sizes))
    return np.repeat(np.arange(len(sizes)), sizes)


def _deviations(dim: int, spectrum: Spectrum) -> NDArray[np.float32]:
    """(dim,) standard deviations whose squares sum to 1."""
    axis = np.arange(dim)
    variances: FloatArray = np.ones(dim)
    if spectrum == "decaying":
        variances = np.exp(-axis / _DECAY) / np.sqrt(axis + 2.0)
    deviations: FloatArray = np.sqrt(variances / variances.sum())
    return deviations.astype(np.float32)
