"""Scores for a query from which no graph node can be reached (official behaviour, row 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.types import FloatArray, Query

NoEntity = Literal["uniform", "dense", "corpus_order"]


def check_policy(policy: NoEntity, fallback: Retriever | None) -> None:
    """Refuse an unknown policy, a missing fallback, and one that would never be used.

    Raises:
        ConfigError: see above.
    """
    if policy not in get_args(NoEntity):
        raise ConfigError(
            f"{policy!r} is no policy for queries without entities",
            where="retriever.hipporag.no_entity",
            fix=f"use {', '.join(get_args(NoEntity))}",
        )
    if (policy == "dense") != (fallback is not None):
        raise ConfigError(
            f"no_entity={policy} with{'' if fallback else 'out'} a fallback retriever",
            where="retriever.hipporag.no_entity",
            fix="give a fallback with retriever.hipporag.no_entity=dense, and only then",
        )


def scores_without_entity(
    policy: NoEntity, queries: Sequence[Query], n_passages: int, fallback: Retriever | None
) -> FloatArray:
    """(n_queries, n_passages) scores in [0, 1].

    ``uniform``: every passage 1/n, so that the tie rule alone orders them (released code);
    ``corpus_order``: falling from 1 in corpus order, whatever the tie rule;
    ``dense``: the min-max-normalised score of the fallback.
    """
    if policy == "dense" and fallback is not None:
        return min_max(fallback.score(queries).scores)
    if policy == "uniform":
        return np.full((len(queries), n_passages), 1.0 / n_passages)
    return np.tile(np.arange(n_passages, 0, -1) / n_passages, (len(queries), 1))
