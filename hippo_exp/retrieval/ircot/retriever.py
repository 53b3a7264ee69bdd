"""IRCoT: retrieval interleaved with chain-of-thought reasoning, over any retriever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatModel
from hippo_exp.openie.extract import OrderedMap, Outcome, ThreadedMap
from hippo_exp.retrieval.ircot.settings import IRCoTSettings, Thinker
from hippo_exp.retrieval.ircot.state import State, think
from hippo_exp.retrieval.ircot.trace import IRCoTTrace
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.ranking import rank_passages
from hippo_exp.types import Passage, Query, ScoreBlock


class IRCoTRetriever:
    """Interleaved retrieval (official behaviour, row 21).

    The first step retrieves ``top_k`` passages for the question. Each next step lets the model
    write one thought from the best ``top_k`` passages so far, the thoughts so far and the
    demonstrations, retrieves ``top_k`` passages for that thought, and merges: a passage keeps its
    highest score. A question ends at the step limit, at a thought with the stop phrase (which is
    not searched for), or when the model fails; then the passages found so far stand, and the
    outcome is ``thought_api_error`` or ``thought_empty_thought``.

    Scores: a retrieved passage has its merged score; the others lie below all of these, in the
    order of the first step. Outcomes are otherwise those of the retriever for the question.

    Reference: H. Trivedi et al., *Interleaving Retrieval with Chain-of-Thought Reasoning for
    Knowledge-Intensive Multi-Step Questions*, ACL 2023.

    Args:
        retriever: of one corpus.
        passages: (n_passages,) that corpus.
        model: writes thoughts.
        thinker: prompt, demonstrations, limits.
        settings: steps, ``top_k``, stop phrase.
        entities: query entities of a thought, for retrievers that need them; None for others.
        each: ordered map over the questions of a block; None for one after another.
        on_trace: called with the trace of each question, in order.
    """

    def __init__(
        self,
        retriever: Retriever,
        passages: Sequence[Passage],
        model: ChatModel,
        *,
        thinker: Thinker,
        settings: IRCoTSettings,
        entities: Callable[[str], Outcome[str]] | None = None,
        each: OrderedMap | None = None,
        on_trace: Callable[[IRCoTTrace], None] | None = None,
    ) -> None:
        if not passages:
            raise ConfigError("no passages to retrieve", where="ircot", fix="give the corpus")
        self.retriever = retriever
        self.passages = passages
        self.model = model
        self.thinker = thinker
        self.settings = settings
        self.entities = entities
        self.each: OrderedMap = each or ThreadedMap()
        self.on_trace = on_trace

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Score a block of questions.

        Returns:
            scores (n_queries, n_passages) and outcomes, see the class.

        Raises:
            LLMFatalError: no request can succeed.
        """
        block, traces = self.run(queries)
        if self.on_trace is not None:
            for trace in traces:
                self.on_trace(trace)
        return block

    def run(self, queries: Sequence[Query]) -> tuple[ScoreBlock, tuple[IRCoTTrace, ...]]:
        """The scores and the traces of a block of questions, (n_queries,) each."""
        states = self._first_step(queries)
        for _ in range(1, self.settings.max_steps):
            going = [state for state in states if state.end is None]
            if not going:
                break
            self._think(going)
            self._retrieve([state for state in going if state.end is None])
        scores = np.zeros((len(states), len(self.passages)), dtype=np.float64)
        for row, state in enumerate(states):
            scores[row] = state.scores()
        outcomes = tuple(state.final_outcome for state in states)
        return ScoreBlock(scores, outcomes), tuple(state.trace() for state in states)

    def _first_step(self, queries: Sequence[Query]) -> list[State]:
        if not queries:
            return []
        block = self.retriever.score(queries)
        if block.scores.shape[1] != len(self.passages):
            raise ConfigError(
                f"the retriever has {block.scores.shape[1]} passages, not {len(self.passages)}",
                where="ircot",
                fix="give the corpus that it was built from",
            )
        states = [
            State(query, scores, outcome)
            for query, scores, outcome in zip(queries, block.scores, block.outcomes, strict=True)
        ]
        self._merge(states, queries, block, [""] * len(states))
        return states

    def _think(self, states: Sequence[State]) -> None:
        ask = partial(
            think,
            model=self.model,
            thinker=self.thinker,
            passages=self.passages,
            settings=self.settings,
        )
        for state, answer in zip(states, self.each(ask, states), strict=True):
            state.take_thought(answer, self.settings)

    def _retrieve(self, states: Sequence[State]) -> None:
        if not states:
            return
        thoughts = [state.thoughts[-1] for state in states]
        found: list[Outcome[str] | None] = [None] * len(states)
        if self.entities is not None:
            found = list(self.each(self.entities, thoughts))
        queries = [state.next_query(outcome) for state, outcome in zip(states, found, strict=True)]
        statuses = [outcome.parsed.status if outcome else "" for outcome in found]
        self._merge(states, queries, self.retriever.score(queries), statuses)

    def _merge(
        self,
        states: Sequence[State],
        queries: Sequence[Query],
        block: ScoreBlock,
        statuses: Sequence[str],
    ) -> None:
        settings = self.settings
        rankings = rank_passages(block, queries, k=settings.top_k, ties=settings.ties)
        for state, query, ranking, status in zip(states, queries, rankings, statuses, strict=True):
            state.merge(query, ranking, status)
