"""The waits between two tries."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.llm import RetryPolicy


@given(
    failures=st.integers(1, 2000),
    asked=st.none() | st.floats(0, 1e6),
    seed=st.integers(0, 2**32),
)
def test_bounds_of_a_wait(failures: int, asked: float | None, seed: int) -> None:
    policy = RetryPolicy(attempts=3, first_delay=0.5, max_delay=20.0)
    wait = policy.delay(failures, asked, random.Random(seed))
    full = 20.0 if failures > 6 else 0.5 * 2 ** (failures - 1)
    assert full / 2 <= wait <= max(min(full, 20.0), min(asked or 0.0, 20.0))
    assert asked is None or wait >= min(asked, 20.0)


def test_workers_do_not_return_together() -> None:
    policy = RetryPolicy()
    waits = [policy.delay(3, None, random.Random(seed)) for seed in range(50)]
    assert len(set(waits)) == 50


@pytest.mark.parametrize(
    "arguments", [{"attempts": 0}, {"first_delay": -1.0}, {"first_delay": 9.0, "max_delay": 1.0}]
)
def test_impossible_policies(arguments: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        RetryPolicy(**arguments)  # type: ignore[arg-type]
