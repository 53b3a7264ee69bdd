"""Passage scores from the mass of the phrases and of the passages themselves."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.types import FloatArray, SparseArray

Scoring = Literal["passage_mass", "phrase_mass", "sum"]


def check_scoring(scoring: str) -> None:
    """Refuse an unknown scoring.

    Raises:
        ConfigError: see above.
    """
    if scoring not in get_args(Scoring):
        raise ConfigError(
            f"unknown scoring {scoring!r}",
            where="passage_nodes.scoring",
            fix=f"use {', '.join(get_args(Scoring))}",
        )


def passage_scores(mass: FloatArray, passage_nodes: SparseArray, scoring: Scoring) -> FloatArray:
    """Linear in the mass, so that parts of a mass give parts of a score.

    With x the mass of the phrases, y that of the passages, and P the passage matrix:
    ``passage_mass`` is y (HippoRAG 2), ``phrase_mass`` is P x (HippoRAG), ``sum`` is P x + y.

    Args:
        mass: (n_nodes + n_passages, n_queries), phrases first.
        passage_nodes: (n_passages, n_nodes), the matrix P.
        scoring: see above.

    Returns:
        (n_queries, n_passages) float64 C-ordered, not normalised.
    """
    n_nodes = passage_nodes.shape[1]
    if scoring == "passage_mass":
        return np.array(mass[n_nodes:].T, order="C")
    scores = passage_nodes @ mass[:n_nodes]
    if scoring == "sum":
        scores = scores + mass[n_nodes:]
    return np.ascontiguousarray(scores.T, dtype=np.float64)
