"""Late interaction in blocks against three loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.encoders.late_interaction import TokenIndex, TokenVectors, pair_scores
from hippo_exp.errors import EncoderError
from hippo_exp.types import FloatArray


def tokens(rng: np.random.Generator, counts: list[int], dim: int = 5) -> TokenVectors:
    texts = [rng.normal(size=(count, dim)).astype(np.float32) for count in counts]
    return TokenVectors.from_texts(texts, dim)


def loops(queries: TokenVectors, documents: TokenVectors) -> FloatArray:
    scores = np.zeros((len(queries), len(documents)))
    for q in range(len(queries)):
        for d in range(len(documents)):
            for vector in queries.text(q).astype(float):
                scores[q, d] += max(float(vector @ other) for other in documents.text(d))
    return scores


COUNTS = st.lists(st.integers(1, 7), min_size=1, max_size=9)


@given(
    seed=st.integers(0, 2**32 - 1),
    queries=COUNTS,
    documents=COUNTS,
    memory=st.sampled_from([1e-6, 1e-3, 64]),
)
@settings(max_examples=60, deadline=None)
def test_equals_three_loops(
    seed: int, queries: list[int], documents: list[int], memory: float
) -> None:
    rng = np.random.default_rng(seed)
    left, right = tokens(rng, queries), tokens(rng, documents)
    index = TokenIndex(right, what="passages", memory_mb=memory)
    scores = index.scores(left, "queries")
    assert scores.dtype == np.float64
    expected = loops(left, right)
    np.testing.assert_allclose(scores, expected, atol=1e-5)
    rows, columns = (part.ravel() for part in np.indices(scores.shape))
    exact = pair_scores(left, right, rows, columns)
    np.testing.assert_allclose(exact, expected.ravel(), atol=1e-13)
    order = rng.permutation(rows.size)
    mixed = pair_scores(left, right, rows[order], columns[order])
    np.testing.assert_allclose(mixed, exact[order], atol=1e-13)


def test_large_blocks_of_many_lengths() -> None:
    rng = np.random.default_rng(3)
    left = tokens(rng, [32] * 20, 16)
    right = tokens(rng, rng.integers(1, 60, 300).tolist(), 16)
    small = TokenIndex(right, what="passages", memory_mb=0.05).scores(left, "queries")
    large = TokenIndex(right, what="passages").scores(left, "queries")
    np.testing.assert_allclose(small, large, rtol=1e-5, atol=1e-5 * np.abs(large).max())
    some = [(0, 0), (19, 299), (7, 123)]
    for row, column in some:
        expected = (left.text(row).astype(float) @ right.text(column).T).max(axis=1).sum()
        assert large[row, column] == pytest.approx(expected, rel=1e-5)


def test_equal_documents_tie_wherever_they_stand() -> None:
    rng = np.random.default_rng(4)
    counts = rng.integers(3, 40, 200).tolist()
    documents = tokens(rng, counts, 24).take(np.array([*range(200), 17, 3, 17]))
    index = TokenIndex(documents, what="passages", memory_mb=0.02)
    scores = index.scores(tokens(rng, [32] * 9, 24), "queries")
    np.testing.assert_array_equal(scores[:, [200, 202, 201]], scores[:, [17, 17, 3]])
    positions = [position for _, block, _ in index.blocks(tokens(rng, [2], 24), "q")
                 for position in block.tolist()]  # fmt: skip
    assert sorted(positions) == list(range(200))
    rows, columns = index.with_copies(np.array([5, 6, 7]), np.array([17, 4, 3]))
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [
        (5, 17), (5, 200), (5, 202), (6, 4), (7, 3), (7, 201),
    ]  # fmt: skip


def test_no_queries_and_no_documents() -> None:
    rng = np.random.default_rng(0)
    some, none = tokens(rng, [2, 3]), tokens(rng, [])
    assert TokenIndex(some, what="d").scores(none, "q").shape == (0, 2)
    assert TokenIndex(none, what="d").scores(some, "q").shape == (2, 0)
    empty = np.empty(0, np.int64)
    assert pair_scores(some, some, empty, empty).shape == (0,)


def test_take_and_text() -> None:
    packed = tokens(np.random.default_rng(1), [2, 1, 3])
    taken = packed.take(np.array([2, 0, 2]))
    assert taken.counts.tolist() == [3, 2, 3]
    np.testing.assert_array_equal(taken.text(2), packed.text(2))
    np.testing.assert_array_equal(taken.text(1), packed.text(0))
    assert len(packed.take(np.empty(0, np.int64))) == 0


@pytest.mark.parametrize(
    ("shape", "offsets"),
    [((3, 2), [0, 2]), ((3, 2), [1, 3]), ((3, 2), [0, 3, 3]), ((3, 2), []), ((3,), [0, 3])],
)
def test_parts_that_do_not_fit(shape: tuple[int, ...], offsets: list[int]) -> None:
    with pytest.raises(EncoderError, match="at least one token"):
        TokenVectors(np.ones(shape, np.float32), np.array(offsets, dtype=np.int64))


def test_faults_are_named() -> None:
    broken = np.ones((2, 2), np.float32)
    broken[1, 0] = np.nan
    with pytest.raises(EncoderError, match="not finite"):
        TokenVectors(broken, np.array([0, 2]))
    rng = np.random.default_rng(0)
    with pytest.raises(EncoderError, match=r"query tokens of 4 .* passages of 5"):
        TokenIndex(tokens(rng, [1]), what="passages").scores(tokens(rng, [1], 4), "query tokens")
