"""Min-max normalisation."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hippo_exp.retrieval import min_max


def test_rows_by_themselves() -> None:
    scores = np.array([[1.0, 3.0, 2.0], [-4.0, 0.0, 4.0], [5.0, 5.0, 5.0], [0.0, 0.0, 0.0]])
    expected = [[0, 1, 0.5], [0, 0.5, 1], [0, 0, 0], [0, 0, 0]]
    np.testing.assert_array_equal(min_max(scores), expected)


def test_one_passage_and_none() -> None:
    np.testing.assert_array_equal(min_max(np.array([[0.7], [0.0]])), [[0.0], [0.0]])
    assert min_max(np.zeros((2, 0))).shape == (2, 0)
    assert min_max(np.zeros((0, 3))).shape == (0, 3)


def test_noise_is_not_stretched() -> None:
    np.testing.assert_array_equal(min_max(np.array([[0.2, 0.2 + 1e-16, 0.2 + 1e-12]])), 0.0)
    assert min_max(np.array([[0.2, 0.2 + 1e-6]])).tolist() == [[0.0, 1.0]]


@given(scores=arrays(float, (2, 5), elements=st.floats(-1e3, 1e3)))
def test_range_and_order(scores: np.ndarray) -> None:
    scaled = min_max(scores)
    assert ((scaled >= 0) & (scaled <= 1)).all()
    for before, after in zip(scores, scaled, strict=True):
        assert (np.diff(after[np.argsort(before)]) >= 0).all()
        if after.any():
            assert (after.min(), after.max()) == (0, 1)
