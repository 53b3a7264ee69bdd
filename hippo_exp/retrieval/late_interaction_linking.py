"""Query entities to graph nodes by late interaction (official behaviour, row 9)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.encoders.late_interaction import EncodeTokens, TokenIndex, TokenVectors, pair_scores
from hippo_exp.errors import EncoderError
from hippo_exp.retrieval.linking import DECIMALS, Links
from hippo_exp.types import FloatArray, IntArray

_MARGIN = 1e-5
"""How far, for each query token, the score of a block may lie from the exact one."""


class LateInteractionLinker:
    """Links each phrase to the node of the highest late-interaction score.

    The phrase is encoded as a query, the nodes as documents. ``cosines`` of the links are
    score(phrase, node) / score(phrase, phrase), the quantity that the released code compares with
    the threshold of the ensemble (row 15): 1 for the phrase itself. Equal ones (to
    :data:`~hippo_exp.retrieval.linking.DECIMALS` places) go to the first node. A phrase is not
    linkable when no node, or not even the phrase itself, has a positive score.

    Args:
        node_tokens: token vectors of the nodes, as documents.
        encode: phrases to token vectors, as queries and as documents.
        memory_mb: bound on working memory.
    """

    def __init__(
        self, node_tokens: TokenVectors, encode: EncodeTokens, *, memory_mb: float = 64
    ) -> None:
        self._index = TokenIndex(node_tokens, what="node tokens", memory_mb=memory_mb)
        self._encode = encode

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self._index)

    def link(self, phrases: Sequence[str]) -> Links:
        """Link each phrase.

        Raises:
            EncoderError: token vectors of another number or dimension.
        """
        queries, documents = self._encode(phrases, "query"), self._encode(phrases, "document")
        for tokens in (queries, documents):
            if len(tokens) != len(phrases):
                raise EncoderError(
                    f"token vectors of {len(tokens)} texts for {len(phrases)} phrases",
                    where="encoder",
                    fix="return token vectors for each phrase",
                )
        every = np.arange(len(phrases), dtype=np.int64)
        own = pair_scores(queries, documents, every, every)
        rows, nodes = self._candidates(queries)
        scores = pair_scores(queries, self._index.documents, rows, nodes)
        return _best(rows, nodes, scores, own)

    def _candidates(self, queries: TokenVectors) -> tuple[IntArray, IntArray]:
        """Pairs that hold every best node of a phrase, by phrase and then by node."""
        highest = np.full(len(queries), -np.inf)
        found: list[tuple[IntArray, IntArray, FloatArray]] = []
        margin = _MARGIN * queries.counts
        for block, positions, scores in self._index.blocks(queries, "phrase tokens"):
            highest[block] = np.maximum(highest[block], scores.max(axis=1))
            row, column = np.nonzero(scores >= (highest[block] - margin[block])[:, None])
            found.append((row + block.start, positions[column], scores[row, column]))
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        rows, nodes, scores = (np.concatenate(parts) for parts in zip(*found, strict=True))
        kept = scores >= (highest - margin)[rows]
        order = np.lexsort((nodes[kept], rows[kept]))
        return rows[kept][order], nodes[kept][order]


def _best(rows: IntArray, nodes: IntArray, scores: FloatArray, own: FloatArray) -> Links:
    """The first of the best nodes of each phrase; pairs come by phrase and then by node."""
    best = np.full(own.size, -1, dtype=np.int64)
    cosines = np.zeros(own.size)
    keys = np.zeros(own.size)  # the best rounded similarity so far: 0 means none
    for row, node, score in zip(rows.tolist(), nodes.tolist(), scores.tolist(), strict=True):
        similarity = score / own[row] if own[row] > 0 else 0.0
        key = round(similarity, DECIMALS)
        if key > keys[row]:
            best[row], cosines[row], keys[row] = node, similarity, key
    return Links(best, cosines)
