"""The weight of a pair of nodes, from its triples and its synonymy hits.

For a pair of nodes {a, b} let T be the number of triple occurrences that join a and b, whichever
is the subject, and let s_ab and s_ba be the scores of the directed synonymy hits, 0 where there is
none. The weight of the pair is

============= ======= =====================================================
fact_weight   merge   weight
============= ======= =====================================================
per_direction replace (s_ab if s_ab > 0 else T) + (s_ba if s_ba > 0 else T)
per_direction add     2 T + s_ab + s_ba
triple_count  replace max(s_ab, s_ba) if that is > 0, else T
triple_count  add     T + max(s_ab, s_ba)
============= ======= =====================================================

``per_direction`` keeps one entry for each direction, and the undirected graph has both as parallel
edges; with ``replace`` it is the released code (preset ``paper``; official behaviour, rows 4 and
5). ``triple_count`` keeps one edge for a pair; with ``add`` it is the preset ``clean``. The two
scores of a pair differ by rounding at most, and a direction may be missing because of the cap or
of the minimum length of a source, hence the maximum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.types import FloatArray

FactWeight = Literal["per_direction", "triple_count"]
SynonymMerge = Literal["replace", "add"]

PairWeights: TypeAlias = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""(T, s_ab, s_ba), (n_pairs,) float64 each, to (n_pairs,) weights; a and b can change places."""

_FORMULAS: dict[tuple[str, str], PairWeights] = {
    ("per_direction", "replace"): lambda joined, one, two: (
        np.where(one > 0, one, joined) + np.where(two > 0, two, joined)
    ),
    ("per_direction", "add"): lambda joined, one, two: 2 * joined + (one + two),
    ("triple_count", "replace"): lambda joined, one, two: np.where(
        np.maximum(one, two) > 0, np.maximum(one, two), joined
    ),
    ("triple_count", "add"): lambda joined, one, two: joined + np.maximum(one, two),
}


def pair_weights(fact_weight: str, synonym_merge: str) -> PairWeights:
    """The formula of two options; see the module's docstring.

    Raises:
        ConfigError: an unknown option.
    """
    for name, value, choices in (
        ("fact_weight", fact_weight, get_args(FactWeight)),
        ("synonym_merge", synonym_merge, get_args(SynonymMerge)),
    ):
        if value not in choices:
            raise ConfigError(
                f"unknown value {value!r}", where=name, fix=f"choose one of {', '.join(choices)}"
            )
    return _FORMULAS[fact_weight, synonym_merge]
