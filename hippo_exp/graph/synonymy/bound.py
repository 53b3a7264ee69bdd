"""An upper bound of the cosine in few dimensions: principal axes plus the residual's length."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hippo_exp.types import FloatArray

Matrix = NDArray[np.float32]

_SAMPLE = 2048
_STRIP = 256
_LEAST_ROWS = 4096  # below this the plain product takes a fraction of a second
_WIDTHS = (32, 64, 96, 128, 192, 256, 384, 512)
_RESIDUAL_SLACK = 1e-5  # float32 rounding of a squared norm, so that the bound stays a bound
_SCAN_COST = 40.0  # comparing one product, in multiply-adds
_RESCORE_COST = 500.0  # scoring one candidate, in plain dot products of full width


def choose_screen(vectors: Matrix, least: float, *, max_neighbors: int, budget: int) -> Matrix:
    """Return the cheapest screen for :func:`~hippo_exp.graph.synonymy.dense.add_dense_pairs`.

    A sample of evenly spaced rows decides: one half gives the axes, and for each width k the share
    of pairs of the other half whose bound reaches ``least`` predicts the work of rescoring. Where
    no projection saves work (a flat spectrum, few rows, little memory), or where a node has more
    candidates than the cap on average, the vectors themselves are the screen.

    Args:
        vectors: (n_nodes, dim) float32, rows of norm 1 or 0.
        least: the score from which a pair is a candidate.
        max_neighbors: the cap for each source.
        budget: bytes that the choice and the projected rows may take.

    Returns:
        (n_nodes, k + 1) float32, or ``vectors``.
    """
    n, dim = vectors.shape
    widths = [k for k in _WIDTHS if 2 * k <= dim and 4 * n * (k + 3) <= budget]
    sampling = 40 * dim * dim + _SAMPLE * (8 * dim + 4 * _STRIP)
    if n < _LEAST_ROWS or not widths or sampling > budget:
        return vectors
    sample = vectors[np.linspace(0, n - 1, min(n, _SAMPLE)).astype(np.int64)]
    axes, held_out = principal_axes(sample[::2]), sample[1::2]
    share = _share_reaching(held_out, least)
    if share * n > max_neighbors:
        return vectors
    costs = {dim: dim + _SCAN_COST + _RESCORE_COST * dim * share}
    for k in widths:
        share = _share_reaching(project(held_out, axes[:, :k]), least)
        costs[k] = k + 1 + _SCAN_COST + _RESCORE_COST * dim * share
    best = min(costs, key=lambda k: costs[k])
    return vectors if best == dim else project(vectors, axes[:, :best])


def principal_axes(sample: Matrix) -> Matrix:
    """(dim, dim) orthonormal columns, the directions of largest second moment first."""
    rows = sample.astype(np.float64)
    _, axes = np.linalg.eigh(rows.T @ rows)
    return np.ascontiguousarray(axes[:, ::-1], dtype=np.float32)


def project(vectors: Matrix, axes: Matrix) -> Matrix:
    """Append the residual's length to the coordinates along some orthonormal axes.

    With p = V'x and r = sqrt(|x|^2 - |p|^2), Cauchy-Schwarz on the residuals gives
    x . y <= p_x . p_y + r_x r_y, which is the dot product of two rows of the result.

    Args:
        vectors: (n, dim) float32.
        axes: (dim, k) float32, orthonormal columns.

    Returns:
        (n, k + 1) float32.
    """
    n, k = vectors.shape[0], axes.shape[1]
    result = np.empty((n, k + 1), dtype=np.float32)
    for start in range(0, n, _SAMPLE):
        rows = vectors[start : start + _SAMPLE]
        inside = rows @ axes
        squared = _squared_norms(rows) - _squared_norms(inside)
        result[start : start + _SAMPLE, :k] = inside
        result[start : start + _SAMPLE, k] = np.sqrt(np.maximum(squared, 0.0) + _RESIDUAL_SLACK)
    return result


def _squared_norms(rows: Matrix) -> FloatArray:
    norms: FloatArray = np.einsum("ij,ij->i", rows, rows).astype(np.float64)
    return norms


def _share_reaching(sample: Matrix, least: float) -> float:
    """Share of the sample's pairs of distinct rows whose product reaches ``least``."""
    n = sample.shape[0]
    reaching = -n  # each row with itself
    for start in range(0, n, _STRIP):
        product = sample[start : start + _STRIP] @ sample.T
        reaching += int(np.count_nonzero(product >= least))
    return float(max(reaching, 0) / (n * (n - 1)))
