"""Inner products, dense and sparse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.errors import DataError, EncoderError
from hippo_exp.retrieval import DenseRetriever, rank_passages
from hippo_exp.types import Query, Vectors


def retriever(passages: Vectors, queries: Vectors, **settings_: float) -> DenseRetriever:
    def encode(texts: Sequence[str]) -> Vectors:
        return queries[[int(text) for text in texts]]

    return DenseRetriever(passages, encode, **settings_)


def numbered(n: int) -> list[Query]:
    return [Query(f"q{i}", str(i)) for i in range(n)]


def test_dot_product_or_cosine_is_the_callers_choice() -> None:
    """Pitfall A45: query (1, 1), passages (3, 0) and (1, 1)."""
    passages = np.array([[3, 0], [1, 1]], dtype=np.float32)
    question = np.array([[1, 1]], dtype=np.float32)
    raw = retriever(passages, question).score(numbered(1))
    assert raw.scores.tolist() == [[3, 2]]
    unit = passages / np.linalg.norm(passages, axis=1, keepdims=True)
    cosine = retriever(unit, question / np.sqrt(np.float32(2))).score(numbered(1))
    np.testing.assert_allclose(cosine.scores, [[0.70710678, 1]], atol=1e-6)
    best = [rank_passages(block, numbered(1), k=1, ties="first")[0] for block in (raw, cosine)]
    assert [ranking.passages.tolist() for ranking in best] == [[0], [1]]


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 9), memory=st.sampled_from([1e-5, 64]))
@settings(max_examples=40, deadline=None)
def test_dense_sparse_and_numpy_agree(seed: int, n: int, memory: float) -> None:
    rng = np.random.default_rng(seed)
    passages = (rng.random((n, 4)) * rng.integers(0, 2, (n, 4))).astype(np.float32)
    questions = rng.normal(size=(3, 4)).astype(np.float32)
    expected = questions.astype(float) @ passages.astype(float).T
    dense = retriever(passages, questions, memory_mb=memory).score(numbered(3))
    thin = retriever(
        sparse.csr_array(passages), sparse.csr_array(questions), memory_mb=memory
    ).score(numbered(3))
    np.testing.assert_allclose(dense.scores, expected, atol=1e-12)
    np.testing.assert_allclose(thin.scores, expected, atol=1e-12)
    assert dense.scores.dtype == thin.scores.dtype == np.float64


def test_equal_passages_rank_in_corpus_order() -> None:
    """Pitfall A33: wherever copies stand in a large matrix, they tie."""
    rng = np.random.default_rng(5)
    passages = rng.normal(size=(501, 96)).astype(np.float32)
    copies = [3, 250, 499, 500]
    passages[copies] = rng.normal(size=96).astype(np.float32)
    block = retriever(passages, passages[[3]]).score(numbered(1))
    (ranking,) = rank_passages(block, numbered(1), k=4, ties="first")
    assert ranking.passages.tolist() == copies


def test_no_match_and_no_queries() -> None:
    encoder = CharNgramEncoder(n_features=2**12)
    found = DenseRetriever(
        encoder.encode(["the Rhine", "Oslo"], "passage"), lambda t: encoder.encode(t, "query")
    )
    block = found.score([Query("a", "Rhine"), Query("b", ""), Query("c", "Oslo")])
    assert block.outcomes == ("ok", "no_match", "ok")
    assert block.scores.argmax(axis=1).tolist() == [0, 0, 1]
    assert found.score([]).scores.shape == (0, 2)


def test_errors() -> None:
    two = np.ones((2, 3), dtype=np.float32)
    with pytest.raises(DataError):
        retriever(np.zeros((0, 3), dtype=np.float32), two)
    broken = two.copy()
    broken[1, 1] = np.nan
    with pytest.raises(EncoderError, match="passage vectors"):
        retriever(broken, two)
    with pytest.raises(EncoderError, match="query vectors"):
        retriever(two, broken).score(numbered(2))
    with pytest.raises(EncoderError, match="3 dimensions"):
        retriever(two, two[:, :2]).score(numbered(1))
    with pytest.raises(EncoderError, match="sparse"):
        retriever(two, sparse.csr_array(two)).score(numbered(1))
    with pytest.raises(EncoderError, match="1 vectors for 2 queries"):
        DenseRetriever(two, lambda texts: two[:1]).score(numbered(2))
