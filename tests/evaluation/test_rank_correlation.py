"""Rank correlation against scipy, its interval, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hippo_exp.errors import DataError
from hippo_exp.evaluation.rank_correlation import spearman

COLUMN = st.lists(st.integers(0, 9), min_size=3, max_size=30)


@given(COLUMN, st.integers(0, 99))
def test_it_is_scipys(one: list[int], seed: int) -> None:
    two = np.random.default_rng(seed).integers(0, 5, len(one))
    found = spearman(one, two, rng=np.random.default_rng(0), resamples=50)
    if found is None:
        assert np.ptp(one) == 0 or np.ptp(two) == 0
        return
    assert found.value == pytest.approx(stats.spearmanr(one, two).statistic, abs=1e-12)
    assert -1 - 1e-9 <= found.low <= found.high <= 1 + 1e-9


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng, held, runs = np.random.default_rng(5), 0, 200
    truth = 6 / np.pi * np.arcsin(0.6 / 2)  # of a normal pair with correlation 0.6
    for _ in range(runs):
        pair = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 60)
        found = spearman(pair[:, 0], pair[:, 1], rng=rng, resamples=300)
        assert found is not None
        held += found.low <= truth <= found.high
    assert 0.88 <= held / runs <= 0.99


def test_what_cannot_be_correlated() -> None:
    rng = np.random.default_rng(0)
    assert spearman([1, 1, 1], [1, 2, 3], rng=rng) is None
    with pytest.raises(DataError, match="no pairs"):
        spearman([1, 2], [1, 2], rng=rng)
    with pytest.raises(DataError, match="no pairs"):
        spearman([1, 2, 3], [1, 2, 3, 4], rng=rng)
