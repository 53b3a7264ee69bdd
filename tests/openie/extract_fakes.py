"""Language models that are scripted, and count what they are asked."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hippo_exp.llm import ChatReply, ChatRequest
from hippo_exp.openie.extract import ChatSettings, Extractor, Step, load_prompt
from hippo_exp.types import Passage

Script = Callable[[ChatRequest], "str | ChatReply | Exception"]


def reply(text: str, finish: str = "stop", prompt_tokens: int = 100) -> ChatReply:
    return ChatReply(text, finish, prompt_tokens, 20, "", 0.0, "fake")


class FakeModel:
    """Answers by a function of the request; keeps every request."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[ChatRequest] = []
        self._lock = threading.Lock()

    def complete(self, request: ChatRequest) -> ChatReply:
        with self._lock:
            self.requests.append(request)
            answer = self.script(request)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, ChatReply) else reply(answer)


def is_ner(request: ChatRequest) -> bool:
    return "Named entities:" not in request.messages[-1].content and not is_repair(request)


def is_repair(request: ChatRequest) -> bool:
    return "could not be used" in request.messages[-1].content


def extractor(**settings: object) -> Extractor:
    chat = ChatSettings(model="fake", **settings)  # type: ignore[arg-type]
    repair = load_prompt("repair")
    return Extractor(
        Step(load_prompt("ner"), repair, chat), Step(load_prompt("triples"), repair, chat)
    )


def query_step(**settings: object) -> Step:
    chat = ChatSettings(model="fake", **settings)  # type: ignore[arg-type]
    return Step(load_prompt("query_ner"), load_prompt("repair"), chat)


def corpus(size: int) -> tuple[Passage, ...]:
    return tuple(Passage(f"p{n}", f"Title {n}", f"Text of number {n}.") for n in range(size))
