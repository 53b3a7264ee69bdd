"""Quantiles against counting, bills against their definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.evaluation import (
    LinearCost,
    crossing,
    quantile,
    quantile_interval,
    resampled,
    rng_for,
)

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)
USD = st.floats(0.001, 1e6)


@given(VALUES, st.floats(0.01, 0.99))
def test_a_quantile_is_the_first_value_that_enough_values_do_not_exceed(
    values: list[float], q: float
) -> None:
    found = quantile(values, q)
    assert found in values
    share = sum(value <= found for value in values) / len(values)
    below = sum(value < found for value in values) / len(values)
    assert share >= q - 1e-9
    assert below < q + 1e-9


@given(VALUES, st.sampled_from([0.5, 0.95]))
def test_the_quantile_of_numpy_is_the_same(values: list[float], q: float) -> None:
    assert quantile(values, q) == np.quantile(values, q, method="inverted_cdf")


@pytest.mark.parametrize(
    ("n", "q", "expected"),
    [
        (5, 0.5, None),
        (6, 0.5, (1, 6)),  # 2 * 0.5**6 = 0.031 lies outside
        (100, 0.5, (40, 61)),  # as in tables of the sign test
        (71, 0.95, None),
        (72, 0.95, (64, 72)),
        (100, 0.95, (90, 100)),
    ],
)
def test_the_interval_of_a_quantile_by_ranks(
    n: int, q: float, expected: tuple[int, int] | None
) -> None:
    shuffled = np.random.default_rng(0).permutation(np.arange(1.0, n + 1))
    assert quantile_interval(shuffled, q) == expected


@pytest.mark.parametrize(("q", "n"), [(0.5, 30), (0.95, 100)])
def test_the_interval_covers_the_true_quantile(q: float, n: int) -> None:
    rng, hits = np.random.default_rng(7), 0
    for _ in range(600):
        found = quantile_interval(rng.exponential(size=n), q)
        assert found is not None
        hits += found[0] <= -math.log(1 - q) <= found[1]
    assert hits >= 0.93 * 600


@pytest.mark.parametrize("q", [0.0, 1.0, -0.5])
def test_no_quantile(q: float) -> None:
    with pytest.raises(ConfigError, match="is no quantile"):
        quantile([1.0], q)
    with pytest.raises(DataError):
        quantile([], 0.5)


@given(USD, USD, USD)
def test_both_totals_are_equal_at_the_crossing(fixed: float, cheap: float, more: float) -> None:
    early, late = LinearCost(fixed, cheap), LinearCost(0.0, cheap + more)
    where = crossing(early, late)
    assert where is not None
    assert early.total(where) == pytest.approx(late.total(where))
    assert early.total(2 * where) < late.total(2 * where)
    assert early.total(where / 2) > late.total(where / 2)


@given(USD, USD, USD, st.floats(1.5, 100.0))
def test_the_crossing_grows_with_the_corpus_and_not_with_the_price(
    fixed: float, cheap: float, more: float, factor: float
) -> None:
    where = crossing(LinearCost(fixed, cheap), LinearCost(0.0, cheap + more))
    larger = crossing(LinearCost(factor * fixed, cheap), LinearCost(0.0, cheap + more))
    dearer = crossing(
        LinearCost(factor * fixed, factor * cheap), LinearCost(0.0, factor * (cheap + more))
    )
    assert where is not None
    assert larger == pytest.approx(factor * where)
    assert dearer == pytest.approx(where, rel=1e-6)


def test_bills_that_never_meet() -> None:
    assert crossing(LinearCost(1.0, 2.0), LinearCost(0.0, 2.0)) is None
    assert crossing(LinearCost(1.0, 3.0), LinearCost(0.0, 2.0)) is None
    assert crossing(LinearCost(0.0, 1.0), LinearCost(0.0, 2.0)) == 0.0
    assert crossing(LinearCost(6.0, 1.0), LinearCost(0.0, 3.0)) == 3.0


@pytest.mark.parametrize("part", ["fixed", "per_query"])
@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_a_cost_is_a_finite_number(part: str, value: float) -> None:
    with pytest.raises(ConfigError, match="is no cost"):
        LinearCost(**{"fixed": 1.0, "per_query": 1.0, part: value})


def test_the_interval_of_a_ratio() -> None:
    """Of equal values it has no width; of two kinds of passages it lies between their ratios."""
    queries = np.column_stack([np.full(50, 1.0), np.full(50, 3.0)])

    def ratio(passage: float, query: np.ndarray) -> float | None:
        return passage / float(query[1] - query[0]) if query[1] > query[0] else None

    def interval(passages: np.ndarray, of: np.ndarray = queries) -> tuple[float, float] | None:
        return resampled(ratio, passages, of, rng=rng_for(0, "row", "ratio"), resamples=500)

    assert interval(np.full(40, 8.0)) == (4.0, 4.0)
    mixed = interval(np.array([6.0, 10.0] * 20))
    assert mixed is not None
    assert 3.0 < mixed[0] < 4.0 < mixed[1] < 5.0
    # the standard error of the mean of the passages is 2 / sqrt(40), half of that of the ratio
    assert mixed[1] - mixed[0] == pytest.approx(2 * 1.96 * 2 / math.sqrt(40) / 2, rel=0.15)
    assert interval(np.array([6.0])) is None
    assert interval(np.full(9, 6.0), np.ones((5, 2))) is None
