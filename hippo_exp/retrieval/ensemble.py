"""HippoRAG and dense retrieval together, where entity linking is uncertain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.hipporag import HippoRAGRetriever
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.retrieval.seeds import LinkedQuery
from hippo_exp.types import Query, ScoreBlock


class EnsembleRetriever:
    """Uncertainty-based ensemble (official behaviour, row 15).

    For each query, with h the normalised HippoRAG score and d the min-max-normalised dense one:
    every linked entity has a cosine above ``threshold``: h (outcome ``hipporag``); at least one
    has not: ``weight * h + (1 - weight) * d`` (outcome ``ensemble``); no entity is linked: d
    (outcome ``dense``).

    Args:
        hipporag: over the same passages as ``dense``; its own policy for queries without
            entities is not used.
        dense: the other retriever.
        threshold: theta, a cosine.
        weight: the part of HippoRAG, 0 to 1.

    Raises:
        ConfigError: ``threshold`` or ``weight`` out of range.
    """

    def __init__(
        self,
        hipporag: HippoRAGRetriever,
        dense: Retriever,
        *,
        threshold: float = 0.9,
        weight: float = 0.5,
    ) -> None:
        if not -1 <= threshold <= 1:
            raise ConfigError(
                f"{threshold} is no cosine", where="ensemble.threshold", fix="use -1 to 1"
            )
        if not 0 <= weight <= 1:
            raise ConfigError(
                f"weight={weight} is out of range", where="ensemble.weight", fix="use 0 to 1"
            )
        self._hipporag = hipporag
        self._dense = dense
        self._threshold = threshold
        self._weight = weight

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages; see the class for the three branches."""
        linked = self._hipporag.link(queries)
        outcomes = tuple(self._branch(query) for query in linked)
        graph_rows = [row for row, branch in enumerate(outcomes) if branch != "dense"]
        dense_rows = [row for row, branch in enumerate(outcomes) if branch != "hipporag"]
        graph = self._hipporag.score_linked([linked[row] for row in graph_rows]).scores
        scores = np.zeros((len(queries), graph.shape[1]))
        scores[graph_rows] = graph
        if dense_rows:
            other = min_max(self._dense.score([queries[row] for row in dense_rows]).scores)
            mixed = np.array([outcomes[row] == "ensemble" for row in dense_rows])[:, None]
            part = np.where(mixed, self._weight, 0.0)
            scores[dense_rows] = part * scores[dense_rows] + (1 - part) * other
        return ScoreBlock(scores, outcomes)

    def _branch(self, linked: LinkedQuery) -> str:
        if not linked.is_linked:
            return "dense"
        return "hipporag" if linked.lowest_cosine > self._threshold else "ensemble"
