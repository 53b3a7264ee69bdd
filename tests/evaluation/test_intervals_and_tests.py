from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hippo_exp.errors import DataError
from hippo_exp.evaluation import (
    bootstrap_interval,
    holm,
    paired_interval,
    paired_permutation,
    rng_for,
)


def sample(seed: int, n: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(seed).choice([0.0, 50.0, 100.0], n)


def test_degenerate_samples_have_a_defined_interval() -> None:
    assert bootstrap_interval([40.0, 40.0, 40.0], seed=0) == (40.0, 40.0)
    assert bootstrap_interval([33.3], seed=0) == (33.3, 33.3)
    assert paired_interval([1.0, 2.0], [1.0, 2.0], seed=0) == (0.0, 0.0)


@pytest.mark.parametrize("values", [[], [1.0, float("nan")], [1.0, float("inf")]])
def test_empty_and_infinite_samples_are_refused(values: list[float]) -> None:
    with pytest.raises(DataError):
        bootstrap_interval(values, seed=0)


def test_interval_against_the_normal_approximation() -> None:
    values = sample(1, 1000)
    low, high = bootstrap_interval(values, seed=0)
    half = 1.96 * values.std() / np.sqrt(1000)
    assert low == pytest.approx(values.mean() - half, abs=0.3)
    assert high == pytest.approx(values.mean() + half, abs=0.3)


def test_intervals_repeat_and_depend_on_the_seed() -> None:
    values = np.random.default_rng(1).normal(size=50)
    assert bootstrap_interval(values, seed=3) == bootstrap_interval(values, seed=3)
    assert bootstrap_interval(values, seed=3) != bootstrap_interval(values, seed=4)


def test_paired_interval_is_narrower_than_the_unpaired_one() -> None:
    first = sample(1, 200)
    second = np.clip(first + np.random.default_rng(2).choice([0.0, 0.0, 50.0], 200), 0, 100)
    low, high = paired_interval(second, first, seed=0)
    assert low < (second - first).mean() < high
    assert high - low < 0.7 * np.diff(bootstrap_interval(first, seed=0))[0]


def test_pairs_of_different_length_are_refused() -> None:
    with pytest.raises(DataError, match="lengths, 2 and 3"):
        paired_permutation([1.0, 2.0], [1.0, 2.0, 3.0], seed=0)


@pytest.mark.parametrize("seed", range(4))
def test_small_samples_get_the_exact_p_value_of_scipy(seed: int) -> None:
    first, second = sample(seed, 12), sample(seed + 50, 12)
    ours = paired_permutation(first, second, seed=0)
    theirs = stats.permutation_test(
        (first - second,), np.mean, permutation_type="samples", n_resamples=10_000
    )
    assert ours == pytest.approx(float(theirs.pvalue))


@pytest.mark.parametrize("continuous", [True, False])
def test_large_samples_agree_with_scipy(continuous: bool) -> None:
    generator = np.random.default_rng(5)
    first = generator.normal(0.0, 1.0, 80) if continuous else sample(1, 80)
    second = generator.normal(0.25, 1.0, 80) if continuous else sample(9, 80)
    theirs = stats.permutation_test(
        (first - second,),
        np.mean,
        permutation_type="samples",
        n_resamples=9999,
        vectorized=True,
        rng=np.random.default_rng(0),
    )
    ours = paired_permutation(first, second, seed=0)
    assert ours == pytest.approx(float(theirs.pvalue), abs=0.02)


def test_equal_rows_have_p_one_and_distant_rows_the_smallest_p() -> None:
    values = sample(1, 100)
    assert paired_permutation(values, values, seed=0) == 1.0
    assert paired_permutation(np.full(100, 1.0), np.zeros(100), seed=0) == 1 / 10000


@given(st.lists(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0]), min_size=1, max_size=30))
def test_p_value_is_symmetric_and_blind_to_questions_without_a_difference(
    differences: list[float],
) -> None:
    zeros = [0.0] * len(differences)
    p_value = paired_permutation(differences, zeros, seed=1)
    assert 0 < p_value <= 1
    assert paired_permutation(zeros, differences, seed=1) == p_value
    assert paired_permutation([*differences, 0.0], [*zeros, 0.0], seed=1) == p_value


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_laws(pvalues: list[float]) -> None:
    """Between the raw and Bonferroni's value, and in the same order."""
    adjusted = holm(pvalues)
    for raw, value in zip(pvalues, adjusted, strict=True):
        assert raw <= value <= min(1.0, raw * len(pvalues))
    order = sorted(range(len(pvalues)), key=lambda i: pvalues[i])
    assert all(adjusted[i] <= adjusted[j] for i, j in pairwise(order))


def test_generators_depend_on_names_only() -> None:
    first = rng_for(0, "hipporag", "recall@5").integers(0, 2**62)
    assert first == rng_for(0, "hipporag", "recall@5").integers(0, 2**62)
    others = [
        rng_for(1, "hipporag", "recall@5"),
        rng_for(0, "hipporag", "recall@2"),
        rng_for(0, "hipporagrecall@5"),
        rng_for(0, "hipporag,recall@5"),
    ]
    assert first not in [generator.integers(0, 2**62) for generator in others]


def test_generator_is_the_documented_one() -> None:
    import hashlib

    digest = hashlib.sha256(b'[7,"a","recall@2"]').digest()
    expected = np.random.default_rng(int.from_bytes(digest, "big")).random(3)
    assert rng_for(7, "a", "recall@2").random(3).tolist() == expected.tolist()


def test_a_full_table_takes_seconds() -> None:
    """8 rows, 4 metrics, 1,000 questions: intervals, paired intervals, tests."""
    baseline = sample(0, 1000)
    start = time.process_time()
    for row in range(32):
        values = sample(row + 1, 1000)
        bootstrap_interval(values, seed=row)
        paired_interval(values, baseline, seed=row)
        paired_permutation(values, baseline, seed=row)
    assert time.process_time() - start < 6.0
