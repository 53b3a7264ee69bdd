"""What a run would cost, before its first call."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.errors import ConfigError
from hippo_exp.llm.errors import LLMError
from hippo_exp.llm.protocol import ChatRequest
from hippo_exp.llm.tokens import TokenCounter, token_counter
from hippo_exp.llm.usage import Price
from hippo_exp.text import counted


class BudgetError(LLMError):
    """A run that would cost more than it may."""


@dataclass(frozen=True)
class Estimate:
    """The expected size of a run.

    Attributes:
        calls: requests.
        prompt_tokens: counted as ``counted_by`` says.
        completion_tokens: the requests' limits, summed, unless a length was assumed.
        is_upper_bound: whether ``completion_tokens`` (and with them the cost) are such limits.
        usd: cost in US dollars; None without a price.
        seconds: wall time.
        counted_by: how tokens were counted.
    """

    calls: int
    prompt_tokens: int
    completion_tokens: int
    is_upper_bound: bool
    usd: float | None
    seconds: float
    counted_by: str

    def __str__(self) -> str:
        most = "at most " if self.is_upper_bound else "about "
        cost = "cost unknown (no price)" if self.usd is None else f"{most}{self.usd:.4g} USD"
        return (
            f"{counted(self.calls, 'call')}, about {self.prompt_tokens:,} prompt tokens "
            f"({self.counted_by}), {most}{self.completion_tokens:,} reply tokens, {cost}, "
            f"about {_duration(self.seconds)}"
        )


def estimate(
    requests: Sequence[ChatRequest],
    concurrency: int,
    price: Price | None,
    *,
    completion_tokens: float | None = None,
    seconds_per_call: float = 2.0,
) -> Estimate:
    """Tokens, cost and time of requests that are not yet paid for.

    Args:
        requests: those without a kept reply (``StoredModel.missing``).
        concurrency: calls at a time.
        price: of the model; None where it is not known.
        completion_tokens: tokens of a reply on average; by default each reply's limit counts.
        seconds_per_call: wall time of one call, as a probe shows it.

    Time: ``ceil(calls / concurrency) * seconds_per_call``.

    Raises:
        ConfigError: a concurrency below 1.
    """
    if concurrency < 1:
        raise ConfigError("at least one call at a time", where="concurrency", fix="raise it")
    counters: dict[str, TokenCounter] = {}
    for request in requests:
        if request.model not in counters:
            counters[request.model] = token_counter(request.model)
    prompt = sum(counters[request.model].request(request) for request in requests)
    if completion_tokens is None:
        completion = sum(request.max_tokens for request in requests)
    else:
        completion = math.ceil(completion_tokens * len(requests))
    return Estimate(
        calls=len(requests),
        prompt_tokens=prompt,
        completion_tokens=completion,
        is_upper_bound=completion_tokens is None,
        usd=None if price is None else price.usd(prompt, completion),
        seconds=math.ceil(len(requests) / concurrency) * seconds_per_call,
        counted_by="; ".join(dict.fromkeys(item.method for item in counters.values())) or "none",
    )


def check_budget(expected: Estimate, budget_usd: float | None) -> None:
    """Refuse a run that costs more than ``budget_usd``; None sets no limit.

    Raises:
        BudgetError: the estimate is over it, or a cost cannot be told as the model has no price.
    """
    if budget_usd is None or expected.calls == 0:
        return
    if expected.usd is None:
        raise BudgetError(
            "the cost cannot be estimated: the model has no price",
            where=f"budget {budget_usd:g} USD",
            fix="add the model to the price table (0 for a local one), or set no budget",
        )
    if expected.usd > budget_usd:
        raise BudgetError(
            f"the run would go over its budget: {expected}",
            where=f"budget {budget_usd:g} USD",
            fix="raise the budget, or run on fewer passages",
        )


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
