"""All pairs of vectors with cosine at or above a threshold.

Each function takes a case and returns a function of no arguments that does the whole search and
returns arrays ``one, two, score`` of hits, in any direction and order.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from benchmarks.cases.vectors import THRESHOLD, VectorCase
from benchmarks.harness.method import OURS, Method
from hippo_exp.graph import find_synonyms

Hits: TypeAlias = tuple[Any, Any, Any]
Search: TypeAlias = Callable[[], Hits]

CAP = 101
"""Most neighbours of a phrase, as in the released code; no cluster here is as large."""

_ROWS = 2048
_TILE = 1024
_NEIGHBOURS = 64
"""Neighbours that a graph index is asked for: enough for the largest cluster here."""


def ours(case: VectorCase) -> Search:
    """The library's search with its default memory."""

    def search() -> Hits:
        edges = find_synonyms(case.vectors, case.nodes, threshold=THRESHOLD, max_neighbors=CAP)
        return edges.source, edges.target, edges.score

    return search


def numpy_full(case: VectorCase) -> Search:
    """Blocks of rows times all rows, as one writes it."""
    vectors = case.vectors

    def search() -> Hits:
        parts = []
        for start in range(0, len(vectors), _ROWS):
            product = vectors[start : start + _ROWS] @ vectors.T
            one, two = np.nonzero(product >= THRESHOLD)
            parts.append((one + start, two, product[one, two]))
        return _joined(parts)

    return search


def numpy_triangle(case: VectorCase) -> Search:
    """Tiles on and above the diagonal only."""
    vectors = case.vectors

    def search() -> Hits:
        parts = []
        for top in range(0, len(vectors), _TILE):
            for left in range(top, len(vectors), _TILE):
                product = vectors[top : top + _TILE] @ vectors[left : left + _TILE].T
                one, two = np.nonzero(product >= THRESHOLD)
                parts.append((one + top, two + left, product[one, two]))
        return _joined(parts)

    return search


def sklearn_radius(case: VectorCase) -> Search:
    """scikit-learn's radius neighbours; of unit vectors |x - y|^2 = 2 - 2 cos."""
    neighbors = importlib.import_module("sklearn.neighbors")

    def search() -> Hits:
        index = neighbors.NearestNeighbors(
            radius=(2 - 2 * THRESHOLD) ** 0.5, algorithm="brute", n_jobs=-1
        ).fit(case.vectors)
        distances, found = index.radius_neighbors(case.vectors)
        counts = [len(row) for row in found]
        one = np.repeat(np.arange(len(counts)), counts)
        return one, np.concatenate(found), 1 - np.concatenate(distances) ** 2 / 2

    return search


def faiss_flat(case: VectorCase) -> Search:
    """faiss, exhaustive range search by inner product."""
    faiss = importlib.import_module("faiss")

    def search() -> Hits:
        index = faiss.IndexFlatIP(case.vectors.shape[1])
        index.add(case.vectors)
        limits, scores, found = index.range_search(case.vectors, THRESHOLD)
        one = np.repeat(np.arange(len(case.vectors)), np.diff(limits.astype(np.int64)))
        return one, found, scores

    return search


def faiss_hnsw(case: VectorCase) -> Search:
    """faiss, hierarchical navigable small world graph: approximate."""
    faiss = importlib.import_module("faiss")

    def search() -> Hits:
        index = faiss.IndexHNSWFlat(case.vectors.shape[1], 16, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = 80
        index.hnsw.efSearch = _NEIGHBOURS
        index.add(case.vectors)
        return _above(*index.search(case.vectors, _NEIGHBOURS))

    return search


def hnswlib_graph(case: VectorCase) -> Search:
    """hnswlib, the same kind of graph."""
    hnswlib = importlib.import_module("hnswlib")

    def search() -> Hits:
        index = hnswlib.Index(space="ip", dim=case.vectors.shape[1])
        index.init_index(len(case.vectors), ef_construction=80, M=16, random_seed=1)
        index.add_items(case.vectors)
        index.set_ef(110)
        found, distances = index.knn_query(case.vectors, k=_NEIGHBOURS)
        return _above(1 - distances, found.astype(np.int64))

    return search


def _above(scores: Any, found: Any) -> Hits:
    """Hits at or above the threshold among (n, k) neighbours."""
    one, place = np.nonzero(scores >= THRESHOLD)
    return one, found[one, place], scores[one, place]


def _joined(parts: list[Hits]) -> Hits:
    one, two, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
    return one, two, scores


ALL_PAIRS: tuple[Method[VectorCase, Search], ...] = (
    Method(OURS, ours, remark="`find_synonyms`, default memory, exact"),
    Method("numpy (upper triangle)", numpy_triangle, remark=f"tiles of {_TILE}, exact"),
    Method("numpy (all blocks)", numpy_full, remark=f"{_ROWS} rows times all, exact"),
    Method("scikit-learn radius neighbours", sklearn_radius, module="sklearn", remark="exact"),
    Method("faiss flat range search", faiss_flat, module="faiss", remark="exact"),
    Method(
        "faiss HNSW",
        faiss_hnsw,
        module="faiss",
        remark=f"M 16, efConstruction 80, efSearch {_NEIGHBOURS}, approximate",
    ),
    Method("hnswlib", hnswlib_graph, module="hnswlib", remark="M 16, 80, ef 110, approximate"),
)
