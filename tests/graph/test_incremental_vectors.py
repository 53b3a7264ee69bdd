"""The vectors of an index that changes: stored rows, and the search of some among all."""

from __future__ import annotations

import numpy as np
import pytest
from graph_cases import unit_rows
from scipy import sparse

from hippo_exp.graph.incremental.near import make_near
from hippo_exp.graph.incremental.segments import VectorSegments
from hippo_exp.graph.synonymy.rows import checked_norms, divisors
from hippo_exp.types import IntArray, Vectors

KINDS = ["dense", "sparse"]


def clustered(n: int, kind: str, seed: int = 0) -> Vectors:
    """(n, 300) counts of features of which a few are in most rows, in clusters of similar rows."""
    rng = np.random.default_rng(seed)
    frequency = 0.9 / np.arange(1, 301) ** 0.7
    centres = rng.random((n // 4 + 1, 300)) < frequency
    rows = centres[rng.integers(0, len(centres), n)]
    changed = rng.random(rows.shape) < 0.01
    counts = (rows ^ changed) * rng.integers(1, 3, rows.shape)
    counts[::17] = 0  # phrases without features
    vectors = unit_rows(counts.astype(np.float64))
    return vectors if kind == "dense" else sparse.csr_array(vectors)


def naive(vectors: Vectors, one: IntArray, two: IntArray, floor: float) -> dict[tuple, float]:
    dense = (vectors if isinstance(vectors, np.ndarray) else vectors.toarray()).astype(np.float64)
    norms = divisors((dense**2).sum(axis=1))
    cosines = np.minimum(dense @ dense.T / np.outer(norms, norms), 1).astype(np.float32)
    return {
        (int(a), int(b)): float(cosines[a, b]) for a in one for b in two if cosines[a, b] >= floor
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("floor", [0.3, 0.8])
def test_search_after_adds_and_removals(kind: str, floor: float) -> None:
    vectors = clustered(700, kind)
    squared = checked_norms(vectors, [str(n) for n in range(700)])
    store = VectorSegments()
    there: list[int] = []
    rng = np.random.default_rng(1)
    start = 0
    for size in (400, 3, 40, 1, 1, 150, 30, 75):
        new = np.arange(start, start + size)
        store.add(new, vectors[new], squared[new])
        there += new.tolist()
        start += size
        gone = rng.choice(there, len(there) // 4, replace=False)
        store.remove(np.sort(gone))
        there = [node for node in there if node not in gone]
        searched = np.array(rng.choice(there, 40, replace=False))
        rows, norms = store.rows(searched)
        assert (rows != vectors[searched]).sum() == 0
        hits = store.similar(rows, norms, floor)
        pairs = zip(searched[hits.row].tolist(), hits.node.tolist(), strict=True)
        found = dict(zip(pairs, hits.score.tolist(), strict=True))
        assert len(found) == hits.score.size
        assert found == naive(vectors, searched, np.array(there), floor)
    assert len(found) > 40
    assert len(store._segments) < 6


def test_few_stored_rows_are_looked_at() -> None:
    """Sparse rows are found by their rarer features; most stored rows are never scored."""
    vectors = clustered(3000, "sparse")
    row, column = make_near(vectors).candidates(vectors[:50], 0.8)
    true = naive(vectors, np.arange(50), np.arange(3000), 0.8)
    found = set(zip(row.tolist(), column.tolist(), strict=True))
    assert found >= true.keys()
    assert len(found) < 50 * 3000 / 10


@pytest.mark.parametrize("kind", KINDS)
def test_rows_without_features(kind: str) -> None:
    nothing = np.zeros((3, 8), dtype=np.float32)
    vectors = nothing if kind == "dense" else sparse.csr_array(nothing)
    store = VectorSegments()
    store.add(np.arange(3), vectors, np.zeros(3))
    hits = store.similar(vectors, np.ones(3), 0.5)
    assert hits.score.size == 0
    store.add(np.arange(3, 6), vectors, np.zeros(3))
    store.remove(np.arange(6))
    assert store.similar(vectors, np.ones(3), 0.5).score.size == 0


def test_more_similar_pairs_than_are_scored_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo_exp.graph.incremental.segments._PAIRS", 7)
    vectors = clustered(120, "dense")
    store = VectorSegments()
    store.add(np.arange(120), vectors, checked_norms(vectors, [""] * 120))
    hits = store.similar(*store.rows(np.arange(120)), 0.3)
    found = zip(hits.row.tolist(), hits.node.tolist(), strict=True)
    everything = np.arange(120)
    expected = naive(vectors, everything, everything, 0.3)
    assert dict(zip(found, hits.score.tolist(), strict=True)) == expected
    assert len(expected) > 70
