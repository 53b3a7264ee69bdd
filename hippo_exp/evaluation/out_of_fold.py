"""Choosing among rows on some questions and scoring the choice on others."""

from __future__ import annotations

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.types import FloatArray, IntArray


def choose_out_of_fold(
    values: FloatArray, *, folds: int, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """For each question the row that is best on the other folds' questions.

    The questions are dealt into folds at random. A question never takes part in the choice that it
    is scored with, so that the mean over the chosen values is free of the optimism of the best
    row's own mean (Stone 1974; one level of cross-validation, since rows have nothing to fit).

    Args:
        values: (n_rows, n_questions) what each row gives for each question; larger is better.
        folds: number of folds, 2 to n_questions.
        rng: deals the questions.

    Returns:
        (n_questions,) position of the chosen row, and (folds,) the row chosen for each fold; of
        equal means the first row.

    Raises:
        ConfigError: ``folds`` out of range.
    """
    n_questions = values.shape[1]
    if not 2 <= folds <= n_questions:
        raise ConfigError(
            f"{folds} folds of {n_questions} questions",
            where="experiment.rows, choose.folds",
            fix="use 2 to the number of questions",
        )
    fold = np.empty(n_questions, dtype=np.int64)
    fold[rng.permutation(n_questions)] = np.arange(n_questions) % folds
    best = np.array([int(np.argmax(values[:, fold != f].mean(axis=1))) for f in range(folds)])
    return best[fold], best
