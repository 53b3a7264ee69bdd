"""Extraction in several threads: the order, the progress, and a soon end after an error."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from extract_fakes import FakeModel, corpus, extractor, is_ner
from extract_run_cases import good

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatReply, ChatRequest, LLMFatalError
from hippo_exp.openie.extract import (
    ThreadedMap,
    extract_passages,
)


def test_order_and_progress_under_threads() -> None:
    rng = random.Random(0)

    def script(request: ChatRequest) -> str:
        number = request.messages[3].content.split("number ")[1].split(".")[0]
        return f'["{number}"]' if is_ner(request) else f'[["{number}", "is", "n"]]'

    class Slow(FakeModel):
        def complete(self, request: ChatRequest) -> ChatReply:
            time.sleep(rng.random() / 200)
            return super().complete(request)

    seen: list[tuple[int, int]] = []
    run = extract_passages(
        corpus(40),
        Slow(script),
        extractor(),
        each=ThreadedMap(8),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert [record.extraction.entities for record in run.records] == [(f"{n}",) for n in range(40)]
    assert seen == [(number, 40) for number in range(1, 41)]
    assert run == extract_passages(corpus(40), FakeModel(script), extractor())


def test_an_ordered_map_of_ones_own() -> None:
    calls: list[int] = []

    def each(function: Any, items: Sequence[Any]) -> Iterator[Any]:
        calls.append(len(items))
        return map(function, items)

    assert extract_passages(corpus(5), FakeModel(good), extractor(), each=each).asked == 5
    assert calls == [4]


def test_threads_stop_soon_after_an_exception() -> None:
    begun: list[int] = []
    lock = threading.Lock()

    def work(number: int) -> int:
        with lock:
            begun.append(number)
        time.sleep(0.005)
        if number == 3:
            raise LLMFatalError("quota")
        return number

    with pytest.raises(LLMFatalError):
        list(ThreadedMap(4)(work, range(1000)))
    assert len(begun) <= 16
    with pytest.raises(ConfigError):
        ThreadedMap(0)
