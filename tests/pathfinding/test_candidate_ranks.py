"""Exact and sampled ranks under ties, and the comparison with chance."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.evaluation import candidate_hit, expected_candidate_rank, sampled_candidate_rank
from hippo_exp.pathfinding import (
    chance_deviation,
    chance_interval,
    chance_rank,
    reference_interval,
)


@given(scores=st.lists(st.integers(-2, 2), min_size=1, max_size=5), data=st.data())
def test_expectations_are_the_means_over_all_tie_orders(
    scores: list[int], data: st.DataObject
) -> None:
    position = data.draw(st.integers(0, len(scores) - 1))
    values = np.array(scores, dtype=np.float64)
    ranks = [
        sampled_candidate_rank(values, position, np.array(order))
        for order in itertools.permutations(range(len(scores)))
    ]
    assert expected_candidate_rank(values, position) == pytest.approx(np.mean(ranks))
    assert candidate_hit(values, position) == pytest.approx(np.mean([rank == 1 for rank in ranks]))


def test_rank_by_hand() -> None:
    scores = np.array([0.5, 2.0, 0.5, 0.5, 0.1])
    assert expected_candidate_rank(scores, 0) == 3.0  # one better, two equal
    assert expected_candidate_rank(scores, 4) == 5.0
    assert candidate_hit(scores, 1) == 1.0
    assert candidate_hit(scores, 0) == 0.0
    assert sampled_candidate_rank(scores, 2, np.array([4, 1, 2, 3, 0])) == 2


def test_ties_are_judged_relative_to_the_largest_score() -> None:
    tiny = np.array([1.0, 1.0 + 1e-12, 0.5]) * 1e-7
    assert expected_candidate_rank(tiny, 0) == 1.5
    assert expected_candidate_rank(np.array([1.0, 1.0 + 1e-8]), 0) == 2.0
    assert expected_candidate_rank(np.array([1e-7, 2e-7]), 0) == 2.0
    assert expected_candidate_rank(np.zeros(17), 3) == 9.0
    assert candidate_hit(np.zeros(17), 3) == pytest.approx(1 / 17)


def test_scores_must_be_finite() -> None:
    with pytest.raises(ValueError, match="finite"):
        expected_candidate_rank(np.array([np.nan, 1.0]), 1)


def test_scores_are_not_changed() -> None:
    scores = np.array([0.0, 0.0])
    expected_candidate_rank(scores, 0)
    assert scores.tolist() == [0.0, 0.0]


def test_chance_among_seventeen() -> None:
    uniform = np.arange(1, 18)
    assert chance_rank(17) == uniform.mean() == 9.0
    assert chance_deviation(17) == pytest.approx(uniform.std())
    assert chance_interval(17, 500) == pytest.approx((8.5706, 9.4294), abs=1e-4)


def test_reference_value_agrees_with_chance_up_to_2090_instances() -> None:
    reference = reference_interval()
    assert (reference.reported, reference.chance, reference.largest_n) == (9.21, 9.0, 2090)
    assert reference.inside
    assert reference_interval(n_instances=2090).inside
    assert not reference_interval(n_instances=2091).inside
    assert "up to 2,090 instances" in reference.sentence
    assert "8.57 to 9.43" in reference.sentence
    assert "not known" in reference.sentence


def test_reference_value_at_chance_agrees_always() -> None:
    assert reference_interval(9.0).largest_n is None
    assert "any size" in reference_interval(9.0).sentence
