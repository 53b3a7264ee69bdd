"""Few coordinates for vectors that are compared by their direction."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from hippo_exp.retrieval.similarity import row_norms
from hippo_exp.types import FloatArray, Vectors

_LARGEST_GRAM = 4096


def reduce_vectors(vectors: Vectors, n_components: int, seed: int) -> FloatArray:
    """Coordinates along the leading right singular vectors of the vectors scaled to norm 1.

    The original reduces by UMAP with the cosine metric. This needs no further package, takes
    seconds for ten thousand passages and gives the same in every run, but it is linear.

    Args:
        vectors: (n, dim) dense or CSR.
        n_components: wanted coordinates; n - 2 and dim are the most that are given.
        seed: of the randomised method that takes over where both n and dim are large.

    Returns:
        (n, k) float64; in each column the entry of largest size is positive.
    """
    n, dim = vectors.shape
    k = max(1, min(n_components, n - 2, dim))
    norms = row_norms(vectors)
    scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    unit: Any = sparse.diags_array(scale) @ vectors.astype(np.float64)
    if min(n, dim) > _LARGEST_GRAM:
        reduced = _randomized(unit, k, seed)
    elif n <= dim:
        values, axes = _leading(unit @ unit.T, k)
        reduced = axes * np.sqrt(np.maximum(values, 0.0))
    else:
        reduced = unit @ _leading(unit.T @ unit, k)[1]
    largest = np.abs(reduced).argmax(axis=0)
    signs: FloatArray = np.where(reduced[largest, np.arange(k)] < 0, -1.0, 1.0)
    return reduced * signs


def _leading(gram: Any, k: int) -> tuple[FloatArray, FloatArray]:
    """The k largest eigenvalues of a symmetric matrix, falling, and their unit eigenvectors."""
    from scipy.linalg import eigh

    dense = gram if isinstance(gram, np.ndarray) else gram.toarray()
    size = dense.shape[0]
    values, axes = eigh(dense, subset_by_index=(size - k, size - 1))
    return values[::-1], axes[:, ::-1]


def _randomized(unit: Any, k: int, seed: int) -> FloatArray:
    from sklearn.utils.extmath import randomized_svd

    left, values, _ = randomized_svd(unit, k, random_state=seed)
    reduced: FloatArray = left * values
    return reduced
