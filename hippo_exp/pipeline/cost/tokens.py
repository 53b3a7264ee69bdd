"""Calls and tokens of each passage or question, measured or counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.llm import Price
from hippo_exp.types import FloatArray


@dataclass(frozen=True)
class Spent:
    """What one passage or question took of a language model.

    Attributes:
        calls: replies, second tries among them.
        prompt: tokens of all prompts.
        completion: tokens of all replies.
        seconds: recorded durations of the calls, added up; 0 where nothing was called.
    """

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    seconds: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.calls + other.calls,
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.seconds + other.seconds,
        )

    def usd(self, price: Price) -> float:
        """The cost in US dollars."""
        return price.usd(self.prompt, self.completion)


@dataclass(frozen=True)
class TokenCounts:
    """What each passage, or each question, takes of a language model.

    Attributes:
        ids: (n_items,) of passages or questions.
        spent: (n_items,).
        basis: how it was found, in a clause.
        model: whose tokens they are, where they were measured; None where they were counted.
    """

    ids: tuple[str, ...]
    spent: tuple[Spent, ...]
    basis: str
    model: str | None = None

    @property
    def is_counted(self) -> bool:
        """Whether the server that replied has counted tokens; some do not say."""
        return all(item.prompt for item in self.spent if item.calls)

    def usd(self, price: Price) -> FloatArray:
        """(n_items,) US dollars."""
        return np.array([item.usd(price) for item in self.spent], dtype=np.float64)

    def means(self) -> dict[str, float]:
        """Metric -> mean over the items; empty without items."""
        if not self.spent:
            return {}
        n, total = len(self.spent), added(self.spent)
        return {
            "llm_calls": total.calls / n,
            "prompt_tokens": total.prompt / n,
            "completion_tokens": total.completion / n,
        }

    def only(self, ids: Sequence[str]) -> TokenCounts:
        """The items of these ids, in their order.

        Raises:
            KeyError: an id that is not there.
        """
        known = dict(zip(self.ids, self.spent, strict=True))
        return TokenCounts(tuple(ids), tuple(known[name] for name in ids), self.basis, self.model)


def added(items: Iterable[Spent]) -> Spent:
    """The sum."""
    return sum(items, Spent())
