"""How often, and how long apart, a failed call is tried again."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hippo_exp.errors import ConfigError


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential back-off with jitter.

    Attributes:
        attempts: calls at most, the first one included.
        first_delay: seconds before the second call, before jitter.
        max_delay: seconds at most between two calls.

    Raises:
        ConfigError: no attempt, or a delay that is negative or not finite.
    """

    attempts: int = 5
    first_delay: float = 1.0
    max_delay: float = 60.0

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ConfigError("attempts must be at least 1", where="attempts", fix="raise it")
        if not 0 <= self.first_delay <= self.max_delay < float("inf"):
            raise ConfigError(
                "delays must satisfy 0 <= first_delay <= max_delay",
                where="first_delay, max_delay",
                fix="give seconds such as 1 and 60",
            )

    def delay(self, failures: int, asked: float | None, rng: random.Random) -> float:
        """Seconds to wait after the ``failures``-th failure in a row (from 1).

        ``first_delay * 2 ** (failures - 1)``, at most ``max_delay``, of which a uniform share of
        at least one half is waited, so that workers that failed together do not return together.
        What the server ``asked`` for (``Retry-After``, seconds) is waited if it is longer, up to
        ``max_delay``.
        """
        full = min(self.max_delay, self.first_delay * 2.0 ** min(failures - 1, 60))
        waited = full * (0.5 + 0.5 * rng.random())
        return waited if asked is None else max(waited, min(asked, self.max_delay))
