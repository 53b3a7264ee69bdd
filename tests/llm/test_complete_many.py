"""Many requests at a time: order, failures, and the end of a run."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llm_cases import CountingModel, client, reply, request
from scripted_server import Script, Step, error_body

from hippo_exp.errors import ConfigError
from hippo_exp.llm import (
    ChatReply,
    ChatRequest,
    LLMCallError,
    LLMFatalError,
    Outcome,
    ReplyStore,
    StoredModel,
    complete_many,
)


@settings(max_examples=40, deadline=None)
@given(number=st.integers(0, 20), concurrency=st.integers(1, 8), bad=st.sets(st.integers(0, 19)))
def test_outcomes_come_in_the_order_of_requests(
    number: int, concurrency: int, bad: set[int]
) -> None:
    def answer(asked: ChatRequest) -> ChatReply:
        position = int(asked.messages[-1].content)
        time.sleep(0.001 * (position % 3))
        if position in bad:
            raise LLMCallError(f"failed {position}")
        return reply(str(position))

    told: dict[int, Outcome] = {}
    requests = [request(str(position)) for position in range(number)]
    outcomes = complete_many(CountingModel(answer), requests, concurrency, told.__setitem__)
    assert len(outcomes) == number
    for position, outcome in enumerate(outcomes):
        assert outcome is told[position]
        text = outcome.what if isinstance(outcome, LLMCallError) else outcome.text
        assert text == (f"failed {position}" if position in bad else str(position))


@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_wrong_key_costs_one_call(concurrency: int) -> None:
    def refuse(asked: ChatRequest) -> ChatReply:
        raise LLMFatalError("wrong key")

    counting = CountingModel(refuse)
    with pytest.raises(LLMFatalError, match="wrong key"):
        complete_many(counting, [request(str(number)) for number in range(4)], concurrency)
    assert counting.asked == ["0"]


def test_no_call_starts_after_a_fatal_error(script: Script) -> None:
    good = [Step() for _ in range(10)]
    script.steps = [*good, Step(429, error_body("empty", code="insufficient_quota"))]
    script.delay = 0.05
    with pytest.raises(LLMFatalError, match="empty"):
        complete_many(client(script.base_url), [request(str(n)) for n in range(100)], 4)
    assert script.calls <= 11 + 3


def test_concurrency_is_reached_and_kept(script: Script) -> None:
    script.delay = 0.05
    complete_many(client(script.base_url), [request(str(number)) for number in range(20)], 4)
    assert 2 <= script.most_at_once <= 4


def test_a_gate_that_raises_ends_the_run() -> None:
    counting = CountingModel()

    def gate(position: int, outcome: Outcome) -> None:
        if position == 9:
            raise LLMFatalError("smoke gate")

    with pytest.raises(LLMFatalError, match="smoke gate"):
        complete_many(counting, [request(str(number)) for number in range(1000)], 2, gate)
    assert len(counting.asked) < 20


def test_callbacks_come_in_the_calling_thread() -> None:
    threads: list[threading.Thread] = []
    complete_many(
        CountingModel(),
        [request(str(number)) for number in range(9)],
        4,
        lambda position, outcome: threads.append(threading.current_thread()),
    )
    assert threads == [threading.current_thread()] * 9


def test_a_resumed_run_asks_for_the_rest_only(script: Script, tmp_path: Path) -> None:
    """Passage 2 of 3 meets two rate limits; the run ends after it and is taken up again."""
    limit = Step(429, error_body("slow down", code="rate_limit_exceeded"))
    script.steps = [Step(), limit, limit, Step()]
    requests = [request(str(number)) for number in range(3)]
    complete_many(StoredModel(client(script.base_url), ReplyStore(tmp_path)), requests[:2])
    assert script.calls == 4
    complete_many(StoredModel(client(script.base_url), ReplyStore(tmp_path)), requests, 2)
    assert script.calls == 5


def test_concurrency_below_one() -> None:
    with pytest.raises(ConfigError):
        complete_many(CountingModel(), [], 0)
