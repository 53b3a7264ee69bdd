"""Tokens, money and time, before and after a run."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from llm_cases import reply, request

from hippo_exp.errors import ConfigError
from hippo_exp.llm import (
    BudgetError,
    Price,
    Usage,
    check_budget,
    estimate,
    read_prices,
    token_counter,
)

GPT = Price(input=1.0, output=2.0)


def without_tiktoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)


def test_totals_and_money() -> None:
    usage = Usage.total([reply(), reply(), reply()])
    assert usage == Usage(3, 21, 9, 0.75)
    assert usage.usd(GPT) == pytest.approx((21 + 2 * 9) / 1e6, rel=1e-15)
    assert Usage.total([]) == Usage()


counts = st.builds(
    Usage, st.integers(0, 9), st.integers(0, 10**9), st.integers(0, 10**9), st.floats(0, 1e6)
)


@given(left=counts, right=counts)
def test_money_adds_up(left: Usage, right: Usage) -> None:
    assert (left + right).usd(GPT) == pytest.approx(left.usd(GPT) + right.usd(GPT), rel=1e-12)


def test_an_estimate_by_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tiktoken(monkeypatch)
    requests = [request("x" * 400, max_tokens=500) for _ in range(10)]
    got = estimate(requests, 4, GPT, seconds_per_call=1.5)
    per_prompt = 3 + (3 + 4) + (100 + 4)  # "Be short." has 9 characters
    assert (got.calls, got.prompt_tokens) == (10, 10 * per_prompt)
    assert (got.completion_tokens, got.is_upper_bound) == (5000, True)
    assert got.usd == pytest.approx((1140 + 2 * 5000) / 1e6)
    assert got.seconds == 3 * 1.5
    assert str(got) == (
        "10 calls, about 1,140 prompt tokens (characters / 4, as tiktoken is not installed), "
        "at most 5,000 reply tokens, at most 0.01114 USD, about 4 s"
    )


def test_an_assumed_length_of_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tiktoken(monkeypatch)
    got = estimate([request() for _ in range(3)], 1, None, completion_tokens=10.5)
    assert (got.completion_tokens, got.is_upper_bound, got.usd) == (32, False, None)
    assert "cost unknown" in str(got)
    assert estimate([], 1, GPT).usd == 0.0
    with pytest.raises(ConfigError):
        estimate([], 0, GPT)


def tiktoken_that(answer: object) -> SimpleNamespace:
    def encoding_for_model(model: str) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return SimpleNamespace(encoding_for_model=encoding_for_model)


def test_tokens_of_a_known_model(monkeypatch: pytest.MonkeyPatch) -> None:
    words = SimpleNamespace(name="words", encode=lambda text, disallowed_special: text.split())
    monkeypatch.setitem(sys.modules, "tiktoken", tiktoken_that(words))
    counter = token_counter("m")
    assert (counter.method, counter.count("a b <|endoftext|>")) == ("tiktoken words", 3)
    assert counter.request(request("one two three")) == 3 + (2 + 4) + (3 + 4)


@pytest.mark.parametrize(
    ("error", "reason"),
    [(KeyError("m"), "does not know m"), (ConnectionError("offline"), "cannot fetch")],
)
def test_tokens_are_guessed_and_it_says_so(
    error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", tiktoken_that(error))
    counter = token_counter("m")
    assert reason in counter.method
    assert [counter.count("x" * length) for length in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_budgets() -> None:
    expected = estimate([request(max_tokens=1000) for _ in range(1000)], 1, GPT)
    assert expected.usd is not None
    check_budget(expected, None)
    check_budget(expected, expected.usd)
    with pytest.raises(BudgetError, match=r"over its budget.*1,000 calls.*budget 2 USD"):
        check_budget(expected, 2.0)
    unknown = estimate([request()], 1, None)
    with pytest.raises(BudgetError, match="no price"):
        check_budget(unknown, 2.0)
    check_budget(estimate([], 1, None), 0.0)


def test_the_price_table_of_the_project() -> None:
    path = Path(__file__).parents[2] / "configs" / "llm_prices.yaml"
    prices = read_prices(yaml.safe_load(path.read_text(encoding="utf-8")))
    assert prices["gpt-3.5-turbo-1106"] == GPT
    assert prices["gemma-3-270m"].usd(10**9, 10**9) == 0


@pytest.mark.parametrize(
    "entry",
    [{}, {"input": 1}, {"input": 1, "output": -1}, {"input": 1, "output": "2"}, 3,
     {"input": float("nan"), "output": 1}, {"input": True, "output": 1},
     {"input": 1, "output": 1, "cached": 1}],
)  # fmt: skip
def test_prices_that_are_none(entry: object) -> None:
    with pytest.raises(ConfigError, match="m"):
        read_prices({"m": entry})  # type: ignore[dict-item]
