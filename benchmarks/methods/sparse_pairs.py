"""All pairs of sparse character n-gram vectors with cosine of at least 0.8."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

import numpy as np

from benchmarks.cases.vectors import THRESHOLD
from benchmarks.harness.method import OURS, Method
from benchmarks.methods.all_pairs import CAP, Hits, Search
from hippo_exp.graph import find_synonyms
from hippo_exp.types import SparseArray

_ROWS = 500


@dataclass(frozen=True)
class SparseCase:
    """(n, n_features) CSR rows of norm 1, and their phrases."""

    vectors: SparseArray
    nodes: tuple[str, ...]


def ours(case: SparseCase) -> Search:
    """The library's search with its default memory."""

    def search() -> Hits:
        edges = find_synonyms(
            case.vectors, case.nodes, threshold=THRESHOLD, max_neighbors=CAP, alnum="unicode"
        )
        return edges.source, edges.target, edges.score

    return search


def scipy_blocks(case: SparseCase) -> Search:
    """Blocks of rows times all rows, as one writes it."""
    turned = case.vectors.T.tocsr()

    def search() -> Hits:
        parts = []
        for start in range(0, case.vectors.shape[0], _ROWS):
            product = (case.vectors[start : start + _ROWS] @ turned).tocoo()
            kept = product.data >= THRESHOLD
            parts.append((product.row[kept] + start, product.col[kept], product.data[kept]))
        one, two, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
        return one, two, scores

    return search


def sklearn_radius(case: SparseCase) -> Search:
    """scikit-learn's radius neighbours by cosine distance."""
    neighbors = importlib.import_module("sklearn.neighbors")

    def search() -> Hits:
        index = neighbors.NearestNeighbors(
            radius=1 - THRESHOLD, metric="cosine", algorithm="brute", n_jobs=-1
        ).fit(case.vectors)
        found = index.radius_neighbors_graph(mode="distance").tocoo()
        return found.row, found.col, 1 - found.data

    return search


SPARSE_PAIRS: tuple[Method[SparseCase, Search], ...] = (
    Method(OURS, ours, remark="`find_synonyms` on sparse vectors, default memory, exact"),
    Method("scipy product in blocks", scipy_blocks, remark=f"{_ROWS} rows times all, exact"),
    Method(
        "scikit-learn radius neighbours", sklearn_radius, module="sklearn", remark="cosine, brute"
    ),
)
