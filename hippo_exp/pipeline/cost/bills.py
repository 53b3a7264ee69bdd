"""The two bills: HippoRAG pays for passages and a little for queries, IRCoT for queries alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hippo_exp.evaluation import LinearCost, crossing, resampled, rng_for
from hippo_exp.llm import Price
from hippo_exp.pipeline.cost.tokens import TokenCounts
from hippo_exp.types import FloatArray


@dataclass(frozen=True)
class Tokens:
    """What the two methods take of a language model.

    Attributes:
        passages: each passage's extraction.
        hipporag: each query's entities.
        ircot: each query's thoughts, of the same queries.
    """

    passages: TokenCounts
    hipporag: TokenCounts
    ircot: TokenCounts

    @property
    def basis(self) -> str:
        """What all of it rests on."""
        parts = (self.passages, self.hipporag, self.ircot)
        return "; ".join(dict.fromkeys(part.basis for part in parts))

    @property
    def model(self) -> str | None:
        """The one model whose servers counted everything; None where anything was not measured."""
        models = {part.model: None for part in (self.passages, self.hipporag, self.ircot)}
        return next(iter(models)) if len(models) == 1 else None


@dataclass(frozen=True)
class Bills:
    """The tokens at one price.

    Attributes:
        passage_usd: (n_passages,) US dollars.
        query_usd: (n_queries, 2) US dollars of HippoRAG and of IRCoT.
    """

    passage_usd: FloatArray
    query_usd: FloatArray

    @classmethod
    def of(cls, tokens: Tokens, price: Price) -> Bills:
        """The bills of some tokens."""
        queries = [tokens.hipporag.usd(price), tokens.ircot.usd(price)]
        return cls(tokens.passages.usd(price), np.stack(queries, axis=1))

    def hipporag(self, passages: int) -> LinearCost:
        """The whole bill of HippoRAG for a corpus."""
        return LinearCost(passages * float(self.passage_usd.mean()), self._query(0))

    def ircot(self) -> LinearCost:
        """The bill of IRCoT, which has no index to pay for."""
        return LinearCost(0.0, self._query(1))

    def crossing_per_passage(self) -> float | None:
        """Queries for each passage of the corpus from which on HippoRAG is cheaper."""
        return _crossing(float(self.passage_usd.mean()), self.query_usd.mean(axis=0))

    def bills_equal_per_passage(self) -> float | None:
        """Queries for each passage at which HippoRAG's queries have cost as much as its index."""
        return _equal(float(self.passage_usd.mean()), self.query_usd.mean(axis=0))

    def interval(
        self, metric: str, *, seed: int, row: str, resamples: int
    ) -> tuple[float, float] | None:
        """The 95 % interval of one of the two figures above, named as they are."""
        return resampled(
            _equal if metric == "bills_equal_per_passage" else _crossing,
            self.passage_usd,
            self.query_usd,
            rng=rng_for(seed, row, metric),
            resamples=resamples,
        )

    def _query(self, method: int) -> float:
        return float(self.query_usd[:, method].mean())


def _crossing(passage: float, query: FloatArray) -> float | None:
    return crossing(LinearCost(passage, float(query[0])), LinearCost(0.0, float(query[1])))


def _equal(passage: float, query: FloatArray) -> float | None:
    return passage / float(query[0]) if query[0] > 0 else None
