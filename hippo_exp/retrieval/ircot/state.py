"""A question on its way through the steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hippo_exp.llm import ChatModel, ChatReply, LLMCallError
from hippo_exp.openie.extract import Outcome, Usage
from hippo_exp.retrieval.ircot.settings import IRCoTSettings, Thinker
from hippo_exp.retrieval.ircot.trace import IRCoTEnd, IRCoTStep, IRCoTTrace
from hippo_exp.types import FloatArray, Passage, Query, Ranking

_LABEL = re.compile(r"\A\s*(?:thought|t)\s*:\s*", re.IGNORECASE)
_MIN_SPAN = 1e-3


@dataclass
class State:
    """One question.

    Attributes:
        query: the question.
        base: (n_passages,) scores of the first step.
        outcome: of the first step.
        pool: corpus position -> best score so far, in the order of retrieval.
        steps: see :class:`IRCoTTrace`.
        thoughts: see there.
        usage: see there.
        end: None while the steps go on.
        detail: see there.
    """

    query: Query
    base: FloatArray
    outcome: str
    pool: dict[int, float] = field(default_factory=dict)
    steps: list[IRCoTStep] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    end: IRCoTEnd | None = None
    detail: str = ""

    def merge(self, query: Query, ranking: Ranking, entity_status: str) -> None:
        """Add a step; a passage keeps its highest score."""
        passages, scores = ranking.passages.tolist(), ranking.scores.tolist()
        for passage, score in zip(passages, scores, strict=True):
            self.pool[passage] = max(score, self.pool.get(passage, score))
        self.steps.append(
            IRCoTStep(
                text=query.text,
                entities=query.entities,
                entity_status=entity_status,
                outcome=ranking.outcome,
                passages=tuple(passages),
                scores=tuple(scores),
            )
        )

    def best(self, k: int) -> list[int]:
        """The best of the pool; among equal scores the one that was found first."""
        return sorted(self.pool, key=lambda passage: -self.pool[passage])[:k]

    def take_thought(self, answer: ChatReply | LLMCallError, settings: IRCoTSettings) -> None:
        """Go on with a thought, or end."""
        if isinstance(answer, LLMCallError):
            self.end, self.detail = "api_error", str(answer)
            return
        self.usage += Usage.of(answer)
        thought = " ".join(_LABEL.sub("", answer.text).split())
        if not thought:
            self.end = "empty_thought"
            return
        self.thoughts.append(thought)
        if settings.stop_phrase in thought:
            self.end = "answer"

    def next_query(self, entities: Outcome[str] | None) -> Query:
        """The query of the last thought."""
        if entities is None:
            return Query(self.query.id, self.thoughts[-1])
        self.usage += entities.usage
        return Query(self.query.id, self.thoughts[-1], entities.parsed.items)

    def scores(self) -> FloatArray:
        """(n_passages,) merged scores; passages outside the pool below it, in the first order."""
        positions = np.fromiter(self.pool, np.int64, len(self.pool))
        merged = np.fromiter(self.pool.values(), np.float64, len(self.pool))
        lowest, highest = float(merged.min()), float(merged.max())
        span = max(highest - lowest, _MIN_SPAN * max(abs(lowest), abs(highest)), _MIN_SPAN)
        width = float(np.ptp(self.base))
        unit = (self.base - self.base.min()) / width if width > 0 else np.zeros_like(self.base)
        scores: FloatArray = lowest - span * (2.0 - unit)
        scores[positions] = merged
        return scores

    @property
    def final_outcome(self) -> str:
        """That of the first step, unless the model failed."""
        return f"thought_{self.end}" if self.end in ("api_error", "empty_thought") else self.outcome

    def trace(self) -> IRCoTTrace:
        """What happened."""
        return IRCoTTrace(
            question_id=self.query.id,
            steps=tuple(self.steps),
            thoughts=tuple(self.thoughts),
            end=self.end or "step_limit",
            detail=self.detail,
            usage=self.usage,
        )


def think(
    state: State,
    model: ChatModel,
    thinker: Thinker,
    passages: Sequence[Passage],
    settings: IRCoTSettings,
) -> ChatReply | LLMCallError:
    """The model's next thought, or why there is none.

    Raises:
        LLMFatalError: no request can succeed.
    """
    shown = [passages[position] for position in state.best(settings.top_k)]
    messages = thinker.messages(state.query.text, shown, state.thoughts)
    try:
        return model.complete(thinker.settings.request(messages))
    except LLMCallError as error:
        return error
