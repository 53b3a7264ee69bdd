"""Restart weights of the passages, from the scores of any retriever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.retrieval.passage_nodes.normalization import ResetNormalization
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.types import FloatArray, Query


@dataclass(frozen=True)
class PassageReset:
    """weight * normalize(scores of ``retriever``).

    The seed phrases are not scaled to sum one, and nor is this: under ``min_max`` the best passage
    weighs ``weight`` beside a phrase of one passage, which weighs 1. With ``relative`` it weighs
    ``weight`` times all seed phrases of the query together, however rare they are: seeds that stand
    in many passages, as in a large corpus, are not outweighed by the reset.

    Attributes:
        retriever: over the passages of the graph: dense, BM25, or any other.
        weight: at least 0; at 0 no passage restarts.
        normalize: see :mod:`hippo_exp.retrieval.passage_nodes.normalization`.
        relative: see above; a query without seeds is left as it is.

    Raises:
        ConfigError: a weight that is negative or not finite.
    """

    retriever: Retriever
    weight: float
    normalize: ResetNormalization = min_max
    relative: bool = False

    def __post_init__(self) -> None:
        check_reset_weight(self.weight)

    def normalized(self, queries: Sequence[Query], n_passages: int) -> FloatArray:
        """(n_queries, n_passages) weights >= 0 before the factor ``weight``.

        Raises:
            GraphError: as :meth:`normalized_scores` raises it.
        """
        scores = self.retriever.score(queries).scores
        return self.normalized_scores(scores, (len(queries), n_passages))

    def unit(self, queries: Sequence[Query], seeds: FloatArray, n_passages: int) -> FloatArray:
        """(n_queries, n_passages) restart weights for a ``weight`` of 1.

        Args:
            queries: (n_queries,).
            seeds: (n_queries,) sums of the restart weights of the queries' seed phrases.
            n_passages: of the graph.

        Raises:
            GraphError: as :meth:`normalized_scores` raises it.
        """
        weights = self.normalized(queries, n_passages)
        if self.relative:
            weights = weights * np.where(seeds > 0, seeds, 1.0)[:, np.newaxis]
        return weights

    def normalized_scores(self, scores: FloatArray, shape: tuple[int, int]) -> FloatArray:
        """The same from scores that the retriever gave.

        Raises:
            GraphError: not of ``shape``, or weights that are negative or not finite.
        """
        if scores.shape != shape or not np.isfinite(scores).all():
            raise GraphError(
                f"scores of shape {scores.shape} for {shape[0]} queries and {shape[1]} passages, "
                "or scores that are not finite",
                where="passage_nodes.reset",
                fix="use a retriever over the passages of the graph",
            )
        weights = self.normalize(scores)
        if weights.shape != shape or not (np.isfinite(weights).all() and (weights >= 0).all()):
            raise GraphError(
                "the normalisation gave weights of another shape, negative or not finite",
                where="passage_nodes.normalization",
                fix="return one finite weight >= 0 per query and passage",
            )
        return weights


def check_reset_weight(weight: float) -> None:
    """Refuse a weight of the passage reset that is negative or not finite.

    Raises:
        ConfigError: see above.
    """
    if not 0 <= weight < np.inf:
        raise ConfigError(
            f"reset_weight={weight} is out of range",
            where="passage_nodes.reset_weight",
            fix="use 0 or more",
        )
