"""Prices, the limit that no run crosses, and what is said before the first call."""

from __future__ import annotations

import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import LLMSettings, RetrievalSettings
from hippo_exp.llm import (
    BudgetError,
    ChatMessage,
    ChatReply,
    ChatRequest,
    LLMCallError,
    Price,
    ReplyStore,
    reply_key,
)
from hippo_exp.pipeline.llm.expected import PlanningModel, expect, permit
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.llm.roles import chat_settings, is_loopback
from hippo_exp.pipeline.llm.session import LLMSession
from hippo_exp.pipeline.llm.spending import GuardedModel, Spending

DEAR = Price(input=0.0, output=1_000.0)
"""A call of at most 10 tokens costs at most one cent."""


def llm(*overrides: str) -> LLMSettings:
    loaded = load_settings(RetrievalSettings, "experiment/table3", [*overrides])
    assert loaded.llm is not None
    return loaded.llm


def request(text: str = "hello") -> ChatRequest:
    return ChatRequest("m", (ChatMessage("user", text),), 0.0, None, 10)


class Model:
    """Replies with five tokens; waits for a sign where one is given."""

    def __init__(self, fails: bool = False, gate: threading.Event | None = None) -> None:
        self.calls, self.fails, self.gate = 0, fails, gate

    def complete(self, request: ChatRequest) -> ChatReply:
        self.calls += 1
        if self.gate is not None:
            self.gate.wait(5)
        if self.fails:
            raise LLMCallError("no")
        return ChatReply("ok", "stop", 3, 5, "", 0.1, "m")


def test_a_run_stops_before_it_crosses_its_budget() -> None:
    model, spending = Model(), Spending(0.02)
    guarded = GuardedModel(model, DEAR, spending)
    for _ in range(3):  # half a cent each, though a whole one might be needed
        guarded.complete(request())
    assert spending.usd == pytest.approx(0.015)
    with pytest.raises(BudgetError, match=r"llm\.budget_usd"):
        guarded.complete(request())
    assert model.calls == 3


def test_calls_under_way_count_at_their_most() -> None:
    gate = threading.Event()
    model, spending = Model(gate=gate), Spending(0.025)
    guarded = GuardedModel(model, DEAR, spending)
    with ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(guarded.complete, request(str(n))) for n in range(3)]
        (refused,), _ = wait(futures, timeout=5, return_when=FIRST_COMPLETED)
        gate.set()
    assert isinstance(refused.exception(), BudgetError)
    assert model.calls == 2
    assert spending.usd == pytest.approx(0.01)


def test_a_failed_call_costs_nothing_and_keeps_nothing_reserved() -> None:
    spending = Spending(0.01)
    with pytest.raises(LLMCallError):
        GuardedModel(Model(fails=True), DEAR, spending).complete(request())
    GuardedModel(Model(), DEAR, spending).complete(request())
    assert spending.usd == pytest.approx(0.005)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8080/v1", True), ("http://127.9.9.9/v1", True),
        ("http://localhost:1/v1", True), ("http://[::1]:8080/v1", True),
        ("http://10.0.0.5/v1", False), ("http://localhost.example.com/v1", False),
        ("https://api.openai.com/v1", False), ("http://0.0.0.0:1/v1", False),
    ],
)  # fmt: skip
def test_what_is_on_this_machine(url: str, expected: bool) -> None:
    assert is_loopback(url) == expected


def test_prices() -> None:
    assert price_of(llm("llm=openai"), "extraction") == Price(1.0, 2.0)
    assert price_of(llm("llm=local", "llm.model=mine"), "reading") == Price(0.0, 0.0)
    elsewhere = ("llm.roles.reading.base_url=http://10.0.0.5/v1", "llm.roles.reading.model=mine")
    assert price_of(llm("llm=local", *elsewhere), "reading") is None
    assert price_of(llm("llm=local", *elsewhere), "reasoning") == Price(0.0, 0.0)
    own = llm("llm=openai", "llm.usd_input=3", "llm.usd_output=4")
    assert price_of(own, "extraction") == Price(3.0, 4.0)


def test_a_table_s_price_counts_on_this_machine_too() -> None:
    """A relay on this machine to a paid model is not free."""
    relay = llm("llm=local", "llm.model=gpt-3.5-turbo-1106")
    with pytest.raises(BudgetError, match=r"llm\.confirm"):
        permit(relay, expect(relay, {"reading": [request()]}))


def test_nothing_to_ask_needs_no_permission() -> None:
    paid = llm("llm=openai")
    permit(paid, expect(paid, {"extraction": []}))
    permit(llm("llm=openai", "llm.mode=replay"), expect(paid, {"extraction": [request()]}))


def test_roles_have_their_own_settings() -> None:
    chosen = llm("llm=local", "llm.roles.reading.model=reader", "llm.roles.reading.temperature=1")
    reading, extraction = chat_settings(chosen, "reading"), chat_settings(chosen, "extraction")
    assert (reading.model, reading.temperature, reading.max_tokens) == ("reader", 1.0, 96)
    assert (extraction.model, extraction.temperature, extraction.max_tokens) == (
        "gemma-3-270m", 0.0, 512,
    )  # fmt: skip


def test_planning_answers_from_the_store_and_never_calls(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    kept = Model().complete(request("kept"))
    store.put(reply_key(request("kept")), kept)
    planning = PlanningModel(store)
    assert planning.complete(request("kept")) == kept
    for _ in range(2):
        assert planning.complete(request("new")).text.startswith("{")
    assert planning.missing == [request("new")]


def test_a_session_without_calls_needs_no_key(tmp_path: Path) -> None:
    settings = llm("llm=openai", "llm.mode=replay", "llm.key_env=HIPPO_EXP_NO_SUCH_KEY")
    with LLMSession(settings, tmp_path) as session:
        assert session.model("reading").mode == "replay"
        assert session.report()["reading"]["paid"]["calls"] == 0


def test_the_command_line_has_the_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from hippo_exp.cli import llm as command

    asked: list[object] = []
    monkeypatch.setattr(command, "serve", lambda *places, **rest: asked.append((places, rest)))
    assert main(["llm", "serve", "--port", "0", "--threads", "1"]) == 0
    assert asked == [(("127.0.0.1", 0), {"threads": 1, "context": 4096, "parallel": 1})]
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "extract" in capsys.readouterr().out
