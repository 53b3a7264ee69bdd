"""What a run is going to ask for and what that costs, said before its first call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.config.schema import LLMSettings
from hippo_exp.llm import (
    BudgetError,
    ChatReply,
    ChatRequest,
    Estimate,
    Price,
    ReplyStore,
    estimate,
    reply_key,
)
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.llm.roles import Role, chat_settings
from hippo_exp.pipeline.progress import say

_NOTHING = '{"named_entities": [], "triples": []}'

Expected = Mapping[Role, Estimate]


class PlanningModel:
    """Answers from the store, and what the store lacks with nothing; never calls.

    Attributes:
        missing: the requests without a kept reply, each once, in their order. What follows from a
            missing reply (entities in the prompt for triples, a second try) is not foreseen.
    """

    def __init__(self, store: ReplyStore) -> None:
        self._store = store
        self._missing: dict[str, ChatRequest] = {}

    @property
    def missing(self) -> list[ChatRequest]:
        """See the class."""
        return list(self._missing.values())

    def complete(self, request: ChatRequest) -> ChatReply:
        """The kept reply, or an empty one."""
        key = reply_key(request)
        found = self._store.get(key)
        if found is not None:
            return found
        self._missing[key] = request
        return ChatReply(_NOTHING, "stop", 0, 0, "", 0.0, request.model)


def expect(settings: LLMSettings, requests: Mapping[Role, Sequence[ChatRequest]]) -> Expected:
    """Calls, tokens, cost and time of requests, role by role."""
    return {
        role: estimate(asked, settings.concurrency, price_of(settings, role))
        for role, asked in requests.items()
    }


def announce(settings: LLMSettings, expected: Expected, *, kept: str = "") -> None:
    """Say what is expected, one line a role; nothing where nothing is called.

    Args:
        settings: of the language model.
        expected: see :func:`expect`.
        kept: what is said of replies from earlier runs, where they are among the calls.
    """
    if settings.mode == "replay":
        return
    for role, item in expected.items():
        model = chat_settings(settings, role).model
        say(f"{role.replace('_', ' ')} by {model}: {item}{kept}")


def permit(settings: LLMSettings, expected: Expected) -> None:
    """Refuse calls that may cost money unless they are confirmed and within the budget.

    Raises:
        BudgetError: the price is not known; no confirmation; or more than the budget.
    """
    calling = {role: item for role, item in expected.items() if item.calls}
    if settings.mode == "replay" or not calling:
        return
    prices = {role: price_of(settings, role) for role in calling}
    unknown = [chat_settings(settings, role).model for role, price in prices.items() if not price]
    if unknown:
        raise BudgetError(
            f"what calls of {unknown[0]} cost is not known",
            where="llm.usd_input, llm.usd_output",
            fix="give US dollars per million tokens of prompts and replies; 0 for your own server",
        )
    if all(price == Price(0.0, 0.0) for price in prices.values()):
        return
    cost = sum(item.usd or 0.0 for item in calling.values())
    if not settings.confirm or settings.budget_usd is None:
        raise BudgetError(
            f"the calls may cost at most {cost:.4g} USD, second tries apart",
            where="llm.confirm",
            fix="add llm.budget_usd=USD and llm.confirm=true, or try dry_run=true",
        )
    if cost > settings.budget_usd:
        raise BudgetError(
            f"the calls may cost {cost:.4g} USD",
            where=f"llm.budget_usd={settings.budget_usd:g}",
            fix="raise it, or run on less",
        )
