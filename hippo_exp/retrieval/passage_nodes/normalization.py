"""Scores of another retriever made restart weights of passages, before the reset weight.

Each function takes scores (n_queries, n_passages) and returns weights >= 0 of that shape. A row
whose scores are all equal prefers no passage and becomes zeros under each of them, as it does in
:func:`hippo_exp.retrieval.scaling.min_max`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, get_args

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.types import FloatArray

ResetNormalization = Callable[[FloatArray], FloatArray]
"""(n_queries, n_passages) scores to weights >= 0 of the same shape."""

NormalizationName = Literal["min_max", "softmax", "top_m"]

_PLACES = 9


def softmax(scores: FloatArray, *, temperature: float) -> FloatArray:
    """w_d = exp(s_d / T) / sum over all passages e of exp(s_e / T); a row sums to 1.

    Args:
        scores: (n_queries, n_passages) finite.
        temperature: T > 0, in the unit of the scores.
    """
    if scores.shape[1] == 0:
        return scores.copy()
    raised = np.exp((scores - scores.max(axis=1, keepdims=True)) / temperature)
    weights: FloatArray = raised / raised.sum(axis=1, keepdims=True)
    weights[~min_max(scores).any(axis=1)] = 0.0
    return weights


def top_m(scores: FloatArray, *, m: int) -> FloatArray:
    """w_d = (s_d - min) / (max - min) for the m best passages, 0 for the others.

    Minimum and maximum run over all passages. Of passages that tie at the cut (to 9 places of the
    scaled score) the first of the corpus are kept.

    Args:
        scores: (n_queries, n_passages) finite.
        m: number of passages kept, at least 1.
    """
    weights = min_max(scores)
    order = np.argsort(-np.round(weights, _PLACES), axis=1, kind="stable")
    np.put_along_axis(weights, order[:, m:], 0.0, axis=1)
    return weights


def reset_normalization(
    name: NormalizationName, *, temperature: float | None = None, m: int | None = None
) -> ResetNormalization:
    """The normalisation of a name with its parameter bound: ``temperature`` or ``m``.

    Raises:
        ConfigError: an unknown name, a parameter out of range, missing, or of another one.
    """
    place = "passage_nodes.normalization"
    if name not in get_args(NormalizationName):
        choices = ", ".join(get_args(NormalizationName))
        raise ConfigError(f"unknown normalisation {name!r}", where=place, fix=f"use {choices}")
    if (temperature is not None) != (name == "softmax") or (m is not None) != (name == "top_m"):
        raise ConfigError(
            f"{name} with temperature={temperature} and m={m}",
            where=place,
            fix="give a temperature with softmax, m with top_m, and nothing with min_max",
        )
    if temperature is not None:
        if not 0 < temperature < np.inf:
            raise ConfigError(
                f"temperature={temperature} is out of range", where=place, fix="use more than 0"
            )
        return partial(softmax, temperature=temperature)
    if m is not None:
        if m < 1:
            raise ConfigError(f"m={m} keeps no passage", where=place, fix="use 1 or more")
        return partial(top_m, m=m)
    return min_max
