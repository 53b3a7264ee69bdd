"""Each request is paid for once, and a replay calls nobody."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from llm_cases import KEY, KEY_VARIABLE, CountingModel, client, reply, request
from scripted_server import Script, Step, error_body

from hippo_exp.errors import ConfigError
from hippo_exp.llm import (
    ChatReply,
    ChatRequest,
    LLMCallError,
    LLMFatalError,
    MissingReplyError,
    ReplyStore,
    StoredModel,
    Usage,
    complete_many,
)


def test_a_request_is_paid_for_once(tmp_path: Path) -> None:
    counting = CountingModel()
    model = StoredModel(counting, ReplyStore(tmp_path))
    first, second = model.complete(request("a")), model.complete(request("a"))
    assert first == second == reply("re: a")
    assert counting.asked == ["a"]
    assert model.paid == model.reused == Usage(1, 7, 3, 0.25)
    again = StoredModel(counting, ReplyStore(tmp_path))
    assert again.complete(request("a")) == first
    assert (counting.asked, again.paid) == (["a"], Usage())


def test_threads_that_ask_at_the_same_moment_share_one_call(tmp_path: Path) -> None:
    gate = threading.Event()

    def slow(asked: ChatRequest) -> ChatReply:
        gate.wait(5)
        return reply("shared")

    counting = CountingModel(slow)
    model = StoredModel(counting, ReplyStore(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(model.complete, request()) for _ in range(8)]
        gate.set()
        assert [future.result().text for future in futures] == ["shared"] * 8
    assert counting.asked == ["hello"]


def test_a_failure_is_shared_and_not_kept(tmp_path: Path) -> None:
    barrier = threading.Barrier(2, timeout=5)

    def failing(asked: ChatRequest) -> ChatReply:
        barrier.wait()
        barrier.wait()
        raise LLMCallError("failed")

    counting = CountingModel(failing)
    model = StoredModel(counting, ReplyStore(tmp_path))
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(model.complete, request())
        barrier.wait()
        second = pool.submit(model.complete, request())
        while not pool._work_queue.empty():
            pass
        threading.Event().wait(0.1)
        barrier.wait()
        for future in (first, second):
            with pytest.raises(LLMCallError, match="failed"):
                future.result()
    assert counting.asked == ["hello"]
    counting._answer = lambda asked: reply("better")
    assert model.complete(request()).text == "better"


def test_a_replay_never_calls(tmp_path: Path) -> None:
    requests = [request(str(number)) for number in range(8)]
    store = ReplyStore(tmp_path)
    paid = [StoredModel(CountingModel(), store).complete(asked) for asked in requests[:1]]
    counting = CountingModel()
    for model in (None, counting):
        replay = StoredModel(model, ReplyStore(tmp_path), "replay")
        assert replay.complete(requests[0]) == paid[0]
        assert replay.missing([*requests, requests[5]]) == requests[1:]
        with pytest.raises(MissingReplyError, match=r"7 replies are not in the store .* 2 more"):
            replay.require(requests)
        replay.require(requests[:1])
        with pytest.raises(MissingReplyError, match="to '3' is not in the store"):
            replay.complete(requests[3])
        with pytest.raises(LLMFatalError):
            complete_many(replay, requests, 4)
    assert counting.asked == []


def test_a_replay_is_byte_identical(tmp_path: Path, script: Script) -> None:
    requests = [request(f"passage {number}") for number in range(20)]
    live = StoredModel(client(script.base_url), ReplyStore(tmp_path / "replies"))
    first = complete_many(live, requests, 4)
    before = {path.name: path.read_bytes() for path in (tmp_path / "replies").iterdir()}
    for _ in range(2):
        replay = StoredModel(None, ReplyStore(tmp_path / "replies"), "replay")
        assert repr(complete_many(replay, requests, 3)) == repr(first)
        assert replay.reused == Usage.total(item for item in first if isinstance(item, ChatReply))
    assert {path.name: path.read_bytes() for path in (tmp_path / "replies").iterdir()} == before
    assert script.calls == 20


def test_calls_need_a_model(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        StoredModel(None, ReplyStore(tmp_path))


def test_no_key_is_kept_anywhere(
    tmp_path: Path,
    script: Script,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    script.steps = [Step(500, error_body(f"bad key {KEY}"))]
    script.answer = lambda body: f"{KEY} {body}"
    model = StoredModel(client(script.base_url, key_env=KEY_VARIABLE), ReplyStore(tmp_path))
    complete_many(model, [request(str(number)) for number in range(5)], 2)
    script.steps = [Step(400, error_body(f"bad key {KEY}"))]
    (failed,) = complete_many(model, [request("x")])
    assert isinstance(failed, LLMCallError)
    assert KEY not in str(failed) + str(failed.__cause__) + repr(model._model)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert all(KEY.encode() not in path.read_bytes() for path in files)
    assert all(KEY not in os.fsdecode(path) for path in files)
    assert KEY not in "".join(capfd.readouterr())
