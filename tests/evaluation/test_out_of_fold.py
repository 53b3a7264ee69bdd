from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.evaluation import choose_out_of_fold


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_row_that_is_best_everywhere_is_chosen_everywhere() -> None:
    values = np.array([[0.0] * 9, [100.0] * 9, [50.0] * 9])
    chosen, by_fold = choose_out_of_fold(values, folds=3, rng=rng())
    assert chosen.tolist() == [1] * 9
    assert by_fold.tolist() == [1] * 3


def test_of_equal_means_the_first_row() -> None:
    chosen, _ = choose_out_of_fold(np.ones((4, 6)), folds=2, rng=rng())
    assert chosen.tolist() == [0] * 6


def test_a_question_takes_no_part_in_its_own_choice() -> None:
    """One question each: the row that only this question favours is never chosen for it."""
    values = np.eye(5)  # row i is right for question i alone
    chosen, _ = choose_out_of_fold(values, folds=5, rng=rng(1))
    assert (chosen != np.arange(5)).all()


@given(st.integers(2, 12), st.integers(0, 99))
def test_choice_is_blind_to_the_values_of_the_own_fold(folds: int, seed: int) -> None:
    values = rng(seed).random((3, 12))
    chosen, by_fold = choose_out_of_fold(values, folds=folds, rng=rng(7))
    dealt = np.empty(12, dtype=int)
    dealt[rng(7).permutation(12)] = np.arange(12) % folds
    changed = values.copy()
    changed[:, dealt == 0] = rng(seed + 1).random((3, int((dealt == 0).sum())))
    again, _ = choose_out_of_fold(changed, folds=folds, rng=rng(7))
    assert (again[dealt == 0] == chosen[dealt == 0]).all()
    assert (chosen == by_fold[dealt]).all()


@pytest.mark.parametrize("folds", [0, 1, 7])
def test_senseless_folds(folds: int) -> None:
    with pytest.raises(ConfigError, match=r"choose\.folds"):
        choose_out_of_fold(np.ones((2, 6)), folds=folds, rng=rng())
