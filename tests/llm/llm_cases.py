"""Requests, replies and models that the tests of this folder share."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

from hippo_exp.llm import ChatMessage, ChatReply, ChatRequest, OpenAIClient, RetryPolicy
from hippo_exp.llm.protocol import ReplyFormat

KEY_VARIABLE = "HIPPO_EXP_TEST_KEY"
KEY = "sk-test-0123456789abcdef"
SCHEMA = {"type": "object", "properties": {"named_entities": {"type": "array"}}}


def request(
    text: str = "hello",
    *,
    reply_format: ReplyFormat = "text",
    model: str = "asked-model",
    max_tokens: int = 50,
) -> ChatRequest:
    return ChatRequest(
        model=model,
        messages=(ChatMessage("system", "Be short."), ChatMessage("user", text)),
        temperature=0.0,
        seed=1,
        max_tokens=max_tokens,
        format=reply_format,
        schema=SCHEMA if reply_format == "json_schema" else None,
    )


def reply(text: str = "ok", *, seconds: float = 0.25) -> ChatReply:
    return ChatReply(
        text=text,
        finish_reason="stop",
        prompt_tokens=7,
        completion_tokens=3,
        fingerprint="fp_1",
        seconds=seconds,
        model="served-model",
        format_used="text",
    )


class CountingModel:
    """Answers by a function and notes what it was asked."""

    def __init__(self, answer: Callable[[ChatRequest], ChatReply] | None = None) -> None:
        self.asked: list[str] = []
        self._answer = answer or (lambda asked: reply(f"re: {asked.messages[-1].content}"))
        self._lock = threading.Lock()

    def complete(self, request: ChatRequest) -> ChatReply:
        with self._lock:
            self.asked.append(request.messages[-1].content)
        return self._answer(request)


def client(
    base_url: str,
    *,
    key_env: str | None = None,
    attempts: int = 4,
    timeout: float = 5.0,
    waits: list[float] | None = None,
) -> OpenAIClient:
    """A client that notes its waits instead of waiting."""
    kept: list[float] = [] if waits is None else waits
    return OpenAIClient(
        base_url=base_url,
        key_env=key_env,
        timeout=timeout,
        retry=RetryPolicy(attempts=attempts, first_delay=1.0, max_delay=30.0),
        rng=random.Random(3),
        sleep=kept.append,
    )
