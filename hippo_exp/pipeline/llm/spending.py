"""A limit of money that no run crosses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hippo_exp.llm import (
    BudgetError,
    ChatModel,
    ChatReply,
    ChatRequest,
    Price,
    TokenCounter,
    token_counter,
)


class Spending:
    """What the calls of a run have cost, with those under way at their most.

    Args:
        budget_usd: the limit; None for none.
    """

    def __init__(self, budget_usd: float | None) -> None:
        self.budget_usd = budget_usd
        self.usd = 0.0
        self._reserved = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def reserved(self, usd: float) -> Iterator[None]:
        """Keep ``usd`` for a call that is under way.

        Raises:
            BudgetError: it might cross the limit.
        """
        with self._lock:
            total = self.usd + self._reserved + usd
            if self.budget_usd is not None and total > self.budget_usd:
                raise BudgetError(
                    f"the next call might bring the cost to {total:.4g} USD",
                    where=f"llm.budget_usd {self.budget_usd:g}",
                    fix="raise llm.budget_usd and run again: the replies so far are kept",
                )
            self._reserved += usd
        try:
            yield
        finally:
            with self._lock:
                self._reserved -= usd

    def add(self, usd: float) -> None:
        """Count a call that was paid for."""
        with self._lock:
            self.usd += usd


class GuardedModel:
    """A ``ChatModel`` that asks another one as long as the money lasts.

    Args:
        model: is asked.
        price: of its calls.
        spending: shared by all roles of a run.
    """

    def __init__(self, model: ChatModel, price: Price, spending: Spending) -> None:
        self._model = model
        self._price = price
        self._spending = spending
        self._counters: dict[str, TokenCounter] = {}

    def complete(self, request: ChatRequest) -> ChatReply:
        """The reply.

        Raises:
            BudgetError: the call might cross the limit; it is not made.
            LLMError: what the model raises.
        """
        with self._spending.reserved(self._at_most(request)):
            reply = self._model.complete(request)
            self._spending.add(self._price.usd(reply.prompt_tokens, reply.completion_tokens))
        return reply

    def _at_most(self, request: ChatRequest) -> float:
        if self._price == Price(0.0, 0.0):
            return 0.0
        if request.model not in self._counters:
            self._counters[request.model] = token_counter(request.model)
        tokens = self._counters[request.model].request(request)
        return self._price.usd(tokens, request.max_tokens)
