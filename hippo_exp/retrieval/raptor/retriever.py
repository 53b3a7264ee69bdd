"""Retrieval from the collapsed tree: passages and summaries compete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.raptor.tree import SummaryTree
from hippo_exp.types import FloatArray, Query, ScoreBlock

Reading = Literal["expanded", "leaves_only"]

_OWN = 1e-6
"""Part of a passage's own score where a summary's stands for it: enough to order the passages of
one summary, too little to move them past other nodes."""


class RaptorRetriever:
    """Scores passages by the collapsed tree (Sarthi et al., ICLR 2024, section 3).

    The paper of HippoRAG does not say what a retrieved summary counts for in recall, so both
    readings are reported. ``expanded``: a summary brings all passages below it to its own place,
    the best of them first: score = max(own score, scores of all summaries above). ``leaves_only``:
    a summary brings nothing, which leaves the scores of ``inner``. In a third one, summaries bring
    nothing *and* take a place in the ranking: rank :meth:`score_nodes` and evaluate with the keys
    of :meth:`SummaryTree.summary_keys` after those of the passages.

    Outcomes are those of ``inner``.

    Args:
        inner: any retriever over the texts of the tree, see :meth:`SummaryTree.texts`.
        tree: the tree.
        reading: see above.
        memory_mb: bound on one block of scores of nodes.

    Raises:
        ConfigError: an unknown reading.
    """

    def __init__(
        self, inner: Retriever, tree: SummaryTree, *, reading: Reading, memory_mb: float = 64
    ) -> None:
        if reading not in get_args(Reading):
            raise ConfigError(
                f"{reading!r} is no reading",
                where="raptor.reading",
                fix=f"use {', '.join(get_args(Reading))}",
            )
        self._inner = inner
        self._tree = tree
        self._leaves = tree.leaves() if reading == "expanded" else ()
        self._block = max(1, int(memory_mb * 2**20 / 16 / tree.n_nodes))

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score all passages, a block of queries at a time.

        Raises:
            DataError: ``inner`` scored another number of nodes.
        """
        n_passages = self._tree.n_passages
        scores = np.empty((len(queries), n_passages))
        outcomes: list[str] = []
        for start in range(0, len(queries), self._block):
            nodes = self.score_nodes(queries[start : start + self._block])
            scores[start : start + self._block] = self._expanded(nodes.scores)
            outcomes += nodes.outcomes
        return ScoreBlock(scores, tuple(outcomes))

    def score_nodes(self, queries: Sequence[Query]) -> ScoreBlock:
        """Scores (n_queries, n_nodes) of passages and then summaries.

        Raises:
            DataError: ``inner`` scored another number of nodes.
        """
        block = self._inner.score(queries)
        if block.scores.shape[1] != self._tree.n_nodes:
            raise DataError(
                f"{block.scores.shape[1]} scores for a tree of {self._tree.n_nodes} nodes",
                where="raptor",
                fix="index exactly the texts of the tree",
            )
        return block

    def _expanded(self, nodes: FloatArray) -> FloatArray:
        own = nodes[:, : self._tree.n_passages]
        best = own.copy()
        for number, leaves in enumerate(self._leaves):
            above = nodes[:, self._tree.n_passages + number, None]
            best[:, leaves] = np.maximum(best[:, leaves], above)
        return best - _OWN * (best - own)
