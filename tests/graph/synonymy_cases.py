"""Vectors in clusters, and edges by the naive method."""

from __future__ import annotations

import numpy as np
from graph_cases import unit_rows
from scipy import sparse

from hippo_exp.graph.synonymy.pool import EdgePool
from hippo_exp.types import Vectors


def clustered(n: int, dim: int, seed: int, noise: float = 0.4) -> np.ndarray:
    """Unit vectors around n / 4 centres, with a decaying spectrum, repeats and a zero row."""
    rng = np.random.default_rng(seed)
    scale = np.arange(1, dim + 1) ** -0.7
    centres = rng.standard_normal((max(n // 4, 1), dim)) * scale
    rows = centres[rng.integers(0, len(centres), n)]
    rows = rows + noise * rng.standard_normal((n, dim)) * scale
    rows[rng.integers(0, n, n // 8)] = rows[0]
    rows[-1] = 0
    return unit_rows(rows)


def sparsified(rows: np.ndarray, keep: float, signed: bool) -> sparse.csr_array:
    """Unit rows with the smaller entries of each vector dropped."""
    values = rows if signed else np.abs(rows)
    kept = np.where(np.abs(values) >= np.quantile(np.abs(values), 1 - keep), values, 0.0)
    return sparse.csr_array(unit_rows(kept))


def names(n: int) -> list[str]:
    """Phrases of which every fifth is too short to be a source."""
    return [f"n{i % 10}" if i % 5 == 0 else f"node {i}" for i in range(n)]


def pooled(rows: Vectors, nodes: list[str], threshold: float, cap: int, budget: int) -> EdgePool:
    eligible = np.array([len(name) > 2 for name in nodes])
    wide = (rows if isinstance(rows, np.ndarray) else rows.toarray()).astype(np.float64)
    squared = (wide**2).sum(axis=1)
    return EdgePool(eligible, squared, threshold=threshold, max_neighbors=cap, budget=budget)
