"""Tokens, money and time of replies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hippo_exp.errors import ConfigError
from hippo_exp.llm.protocol import ChatReply

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens.

    Attributes:
        input: of prompts.
        output: of replies.
    """

    input: float
    output: float

    def usd(self, prompt_tokens: float, completion_tokens: float) -> float:
        """``(prompt_tokens * input + completion_tokens * output) / 1e6``, in US dollars."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / _MILLION


@dataclass(frozen=True, slots=True)
class Usage:
    """What a number of calls used.

    Attributes:
        calls: replies, failed calls not counted.
        prompt_tokens: as the server counted.
        completion_tokens: the same.
        seconds: summed over the calls; with several at a time it exceeds the wall time.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, reply: ChatReply) -> Usage:
        """The usage of one reply."""
        return cls(1, reply.prompt_tokens, reply.completion_tokens, reply.seconds)

    @classmethod
    def total(cls, replies: Iterable[ChatReply]) -> Usage:
        """The usage of several replies."""
        return sum((cls.of(reply) for reply in replies), cls())

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.seconds + other.seconds,
        )

    def usd(self, price: Price) -> float:
        """What it cost, in US dollars."""
        return price.usd(self.prompt_tokens, self.completion_tokens)


def read_prices(table: Mapping[str, Mapping[str, object]]) -> dict[str, Price]:
    """Prices by model from a table ``{model: {input: USD, output: USD}}``, per million tokens.

    Raises:
        ConfigError: an entry without exactly these two numbers, or a negative one.
    """
    return {str(model): _price(str(model), entry) for model, entry in table.items()}


def _price(model: str, entry: Mapping[str, object]) -> Price:
    fix = f"write {model}: {{input: USD, output: USD}}, in US dollars per million tokens"
    if not isinstance(entry, Mapping) or sorted(map(str, entry)) != ["input", "output"]:
        raise ConfigError("a price has an input and an output", where=f"prices, {model}", fix=fix)
    return Price(_usd(entry["input"], model, fix), _usd(entry["output"], model, fix))


def _usd(value: object, model: str, fix: str) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(float(str(value))) or float(str(value)) < 0:
        raise ConfigError(f"{value!r} is no price", where=f"prices, {model}", fix=fix)
    return float(str(value))
