"""IRCoT with a reader that never errs: the best that iterative retrieval can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from hippo_exp.retrieval.ircot.state import State
from hippo_exp.retrieval.oracle.chain import Chain
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.ranking import Ties, rank_passages
from hippo_exp.types import FloatArray, Query, ScoreBlock

Order = Literal["merged", "evidence_first"]


@dataclass
class _Question:
    """A question on its way: what has been retrieved, and which hops have been asked for."""

    state: State
    chain: Chain
    asked: dict[str, None] = field(default_factory=dict)


class PerfectReaderRetriever:
    """IRCoT (``retrieval.ircot``) whose thoughts come from an oracle.

    The first step retrieves ``top_k`` passages for the question. The reader then reads the triples
    of all passages retrieved so far and names each entity of the true chain that one of them names
    and that it has not named before; the next step searches for these names, with the question
    behind them. It ends when the reader has nothing new to name, or after ``max_steps`` retrievals.
    So it never follows a wrong continuation and never overlooks a right one, but it cannot name
    what no retrieved passage names. A bound, not a method: the chain is told at construction.

    Scores as in IRCoT: a passage keeps its highest score, the others follow in the order of the
    first step. With ``evidence_first`` the retrieved passages of the chain come before all others,
    as for a reader that also knows evidence when it sees it.

    Args:
        inner: of one corpus.
        names: (n_passages,) entity -> the phrase by which the passage's triples name it.
        chains: question id -> its true chain.
        max_steps: retrievals for a question at most, at least 1.
        top_k: passages that a step retrieves.
        ties: rule among equal scores of a step, see ``rank_passages``.
        order: see above.
    """

    def __init__(
        self,
        inner: Retriever,
        names: Sequence[Mapping[str, str]],
        chains: Mapping[str, Chain],
        *,
        max_steps: int,
        top_k: int,
        ties: Ties,
        order: Order = "merged",
    ) -> None:
        self._inner = inner
        self._names = names
        self._chains = chains
        self._max_steps = max_steps
        self._top_k = top_k
        self._ties = ties
        self._order = order

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score a block of questions; outcomes are those of their first step."""
        block = self._inner.score(queries)
        asking = [
            _Question(State(query, scores, outcome), self._chains.get(query.id, Chain((), ())))
            for query, scores, outcome in zip(queries, block.scores, block.outcomes, strict=True)
        ]
        self._take(asking, queries, block)
        going = asking
        for _ in range(1, self._max_steps):
            named = [(item, self._named(item)) for item in going]
            going = [item for item, hops in named if hops]
            thoughts = [_thought(item.state.query, hops) for item, hops in named if hops]
            if not going:
                break
            self._take(going, thoughts, self._inner.score(thoughts))
        scores = np.array([self._scores(item) for item in asking]).reshape(block.scores.shape)
        return ScoreBlock(scores, block.outcomes)

    def _take(
        self, asking: Sequence[_Question], queries: Sequence[Query], block: ScoreBlock
    ) -> None:
        rankings = rank_passages(block, queries, k=self._top_k, ties=self._ties)
        for item, query, ranking in zip(asking, queries, rankings, strict=True):
            item.state.merge(query, ranking, "")

    def _named(self, item: _Question) -> tuple[str, ...]:
        """The phrases of the chain's entities that are named for the first time."""
        phrases = []
        for entity in item.chain.hops:
            if entity not in item.asked:
                read = (self._names[passage] for passage in item.state.pool)
                phrase = next((named[entity] for named in read if entity in named), None)
                if phrase is not None:
                    item.asked[entity] = None
                    phrases.append(phrase)
        return tuple(phrases)

    def _scores(self, item: _Question) -> FloatArray:
        scores = item.state.scores()
        if self._order == "evidence_first":
            evidence = [passage for passage in item.chain.passages if passage in item.state.pool]
            scores[evidence] += scores.max() - scores.min() + 1.0
        return scores


def _thought(question: Query, phrases: tuple[str, ...]) -> Query:
    return Query(question.id, f"{', '.join(phrases)}: {question.text}", phrases)
