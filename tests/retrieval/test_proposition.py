"""A passage scores like its best proposition."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import DataError
from hippo_exp.retrieval import BM25Retriever, PropositionRetriever, rank_passages
from hippo_exp.text import ANALYZERS
from hippo_exp.types import FloatArray, Query, ScoreBlock


class Fixed:
    """Gives row ``int(query.text)`` of a matrix."""

    def __init__(self, scores: FloatArray) -> None:
        self._scores = scores
        self.blocks: list[int] = []

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        self.blocks.append(len(queries))
        rows = [int(query.text) for query in queries]
        return ScoreBlock(self._scores[rows], tuple(f"outcome {row}" for row in rows))


def numbered(n: int) -> list[Query]:
    return [Query(f"q{i}", str(i)) for i in range(n)]


def test_the_best_proposition_counts() -> None:
    """Passages 0 and 2 have two each, in mixed order, 1 has none, 3 has one."""
    inner = Fixed(np.array([[0.5, -2.0, 0.75, 3.0, -4.0], [0.0, 0.0, 0.0, 0.0, 0.0]]))
    found = PropositionRetriever(inner, np.array([2, 0, 2, 3, 0]), 4)
    block = found.score(numbered(2))
    assert block.scores.tolist() == [[-2.0, -5.0, 0.75, 3.0], [0.0, -1.0, 0.0, 0.0]]
    assert block.outcomes == ("outcome 0", "outcome 1")
    assert found.passages_without == 1
    last = rank_passages(block, numbered(2), k=4, ties="last")[1]
    assert last.passages.tolist() == [3, 2, 0, 1]  # without propositions: last in any case


@given(
    seed=st.integers(0, 2**32 - 1),
    owners=st.lists(st.integers(0, 5), min_size=1, max_size=12),
    memory=st.sampled_from([1e-6, 64]),
)
@settings(max_examples=50, deadline=None)
def test_equals_the_written_out_maximum(seed: int, owners: list[int], memory: float) -> None:
    scores = np.random.default_rng(seed).normal(size=(3, len(owners)))
    inner = Fixed(scores)
    found = PropositionRetriever(inner, np.array(owners), 6, memory_mb=memory)
    block = found.score(numbered(3))
    for row in range(3):
        for passage in range(6):
            own = [s for s, owner in zip(scores[row], owners, strict=True) if owner == passage]
            assert block.scores[row, passage] == (max(own) if own else scores[row].min() - 1)
    assert inner.blocks == ([1, 1, 1] if memory < 1 else [3])
    assert found.passages_without == 6 - len(dict.fromkeys(owners))


def test_over_a_real_retriever() -> None:
    texts = ["Oslo\nIt is a city.", "Oslo\nIt lies at a fjord.", "Bergen\nIt is rainy."]
    inner = BM25Retriever(texts, analyze=ANALYZERS["standard"])
    queries = [Query("q", "which city lies at a fjord"), Query("r", "rainy"), Query("s", "zebra")]
    block = PropositionRetriever(inner, np.array([1, 1, 0]), 2).score(queries)
    assert block.scores.argmax(axis=1).tolist() == [1, 0, 0]
    assert block.outcomes == ("ok", "ok", "no_match")


def test_errors() -> None:
    inner = Fixed(np.zeros((1, 2)))
    with pytest.raises(DataError, match="no propositions"):
        PropositionRetriever(inner, np.empty(0, np.int64), 2)
    for owners in ([0, 2], [-1, 0]):
        with pytest.raises(DataError, match="in a corpus of 2"):
            PropositionRetriever(inner, np.array(owners), 2)
    with pytest.raises(DataError, match="2 scores for 1 propositions"):
        PropositionRetriever(inner, np.array([0]), 2).score(numbered(1))
    assert PropositionRetriever(inner, np.array([0, 0]), 2).score([]).scores.shape == (0, 2)
