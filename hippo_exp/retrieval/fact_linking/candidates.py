"""The facts most similar to a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.errors import ConfigError, EncoderError
from hippo_exp.retrieval.linking import DECIMALS
from hippo_exp.retrieval.scaling import FLAT
from hippo_exp.retrieval.similarity import VectorIndex, row_norms
from hippo_exp.types import FloatArray, IntArray, Query, Vectors


@dataclass(frozen=True)
class Candidates:
    """Facts of one query.

    Attributes:
        facts: (k,) int64 fact positions, best first.
        scores: (k,) float64 in [0, 1]: the cosine, min-max normalised over *all* facts.
    """

    facts: IntArray
    scores: FloatArray


class FactIndex:
    """Finds the facts of highest cosine with a question (HippoRAG 2, section 3).

    Args:
        fact_vectors: (n_facts, dim) vectors of the fact texts, dense or sparse.
        encode_queries: questions to (n_queries, dim) vectors of the same kind.
        top_facts: number of candidates, at least 1.
        memory_mb: bound on one (n_queries, n_facts) block of cosines.

    Raises:
        ConfigError: ``top_facts`` out of range.
        EncoderError: fact vectors that are not finite.
    """

    def __init__(
        self,
        fact_vectors: Vectors,
        encode_queries: Callable[[Sequence[str]], Vectors],
        *,
        top_facts: int = 5,
        memory_mb: float = 64,
    ) -> None:
        if top_facts < 1:
            raise ConfigError(
                f"top_facts={top_facts}", where="fact_linking.top_facts", fix="use 1 or more"
            )
        self._facts = VectorIndex(fact_vectors, what="fact vectors", memory_mb=memory_mb)
        self._encode = encode_queries
        self._top = top_facts
        self._block = max(1, int(memory_mb * 2**20 / 8 / max(1, self.n_facts)))

    @property
    def n_facts(self) -> int:
        """Number of facts."""
        return int(self._facts.n_items)

    def search(self, queries: Sequence[Query]) -> list[Candidates]:
        """(n_queries,) the candidates of each query; none where no fact shares a feature with it.

        Equal cosines (to 6 places) go to the first fact.

        Raises:
            EncoderError: query vectors of another number, dimension or kind, or not finite.
        """
        if not queries or not self.n_facts:
            return [_candidates(np.zeros(0), self._top) for _ in queries]
        vectors = self._encode([query.text for query in queries])
        if vectors.shape[0] != len(queries):
            raise EncoderError(
                f"{vectors.shape[0]} vectors for {len(queries)} queries",
                where="encoder",
                fix="return one vector per query",
            )
        found: list[Candidates] = []
        for start in range(0, len(queries), self._block):
            cosines = self._cosines(vectors[start : start + self._block])
            found.extend(_candidates(row, self._top) for row in cosines)
        return found

    def _cosines(self, vectors: Vectors) -> FloatArray:
        """(n_queries, n_facts) cosines, 0 with a zero vector."""
        cosines = np.empty((vectors.shape[0], self.n_facts))
        for rows, columns, products in self._facts.blocks(vectors, "query vectors"):
            cosines[rows, columns] = products
        for axis, norms in ((1, row_norms(vectors)), (0, self._facts.norms)):
            scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
            cosines *= np.expand_dims(scale, axis)
        return cosines


def _candidates(cosines: FloatArray, top: int) -> Candidates:
    """The best facts of one row; one fact, or facts that are all alike, score 1 each."""
    if not cosines.any():
        return Candidates(np.zeros(0, dtype=np.int64), np.zeros(0))
    low, high = float(cosines.min()), float(cosines.max())
    keys = np.round(cosines, DECIMALS)
    cut = max(0, keys.size - top)
    kept = np.flatnonzero(keys >= np.partition(keys, cut)[cut])
    best = kept[np.argsort(-keys[kept], kind="stable")[:top]].astype(np.int64)
    flat = high - low <= FLAT * max(abs(low), abs(high))
    scores = np.ones(best.size) if flat else (cosines[best] - low) / (high - low)
    return Candidates(best, scores)
