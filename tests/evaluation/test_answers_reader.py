from __future__ import annotations

from typing import Any

import pytest

from hippo_exp.evaluation.answers import AnswerReader, ReadAnswer, extract_answer
from hippo_exp.llm import ChatReply, ChatRequest, LLMCallError, LLMFatalError
from hippo_exp.openie.extract import ChatSettings, Usage, load_demonstrations, load_prompt
from hippo_exp.types import Passage


@pytest.mark.parametrize(
    ("reply", "answer", "announced"),
    [
        ("It is in France. So the answer is: Paris.", "Paris", True),
        ("So the answer is: no.\nSo the answer is: yes.", "yes", True),
        ("Thought: x.\nAnswer: 9 May 1958\n\nI hope this helps.", "9 May 1958", True),
        ("so the answer is U.S.", "U.S.", True),
        ("The answer is: **Ada Lovelace**.", "Ada Lovelace", True),
        ('ANSWER: "The Beatles".', "The Beatles", True),
        ("So the answer is:\n  Lisbon", "Lisbon", True),
        ("So the answer is: J. R. R. Tolkien.", "J. R. R. Tolkien", True),
        ("So the answer is:", "", True),
        ("It is one.\nParis.", "Paris", False),
        ("  \n", "", False),
    ],
)
def test_the_answer_in_a_reply(reply: str, answer: str, announced: bool) -> None:
    assert extract_answer(reply) == (answer, announced)


class Model:
    def __init__(self, *answers: Any, finish: str = "stop") -> None:
        self.answers = list(answers)
        self.finish = finish
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        answer = self.answers[len(self.requests) - 1]
        if isinstance(answer, Exception):
            raise answer
        return ChatReply(answer, self.finish, 10, 5, "", 0.0, "fake")


def reader(model: Model) -> AnswerReader:
    settings = ChatSettings("fake", max_tokens=99)
    return AnswerReader(model, load_prompt("qa"), load_demonstrations(), settings)


PASSAGES = [Passage(str(n), f"T{n}", f"text {n}") for n in range(7)]


def test_five_passages_and_one_demonstration_are_shown() -> None:
    model = Model("So the answer is: x.")
    answer = reader(model).read("Why?", PASSAGES)
    assert answer == ReadAnswer("x", "ok", "So the answer is: x.", Usage(1, 10, 5, 10))
    system, user = model.requests[0].messages
    assert system.content.count("Question: ") == 1
    assert user.content.startswith("Wikipedia Title: T0\ntext 0\n\n")
    assert user.content.endswith("T4\ntext 4\n\nQuestion: Why?\nThought:")
    assert (model.requests[0].format, model.requests[0].max_tokens) == ("text", 99)


@pytest.mark.parametrize(
    ("reply", "finish", "text", "status"),
    [
        ("Paris", "stop", "Paris", "no_marker"),
        ("So the answer is: Paris.", "length", "Paris", "ok"),
        ("It may be that", "length", "", "truncated"),
        ("So the answer is:", "length", "", "truncated"),
        ("So the answer is:", "stop", "", "empty"),
        ("", "stop", "", "empty"),
    ],
)
def test_statuses(reply: str, finish: str, text: str, status: str) -> None:
    answer = reader(Model(reply, finish=finish)).read("?", PASSAGES)
    assert (answer.text, answer.status, answer.reply) == (text, status, reply)


def test_many_questions_one_failed() -> None:
    model = Model("Answer: a", LLMCallError("reset"), "Answer: c")
    seen: list[tuple[int, int]] = []
    answers = reader(model).read_all(
        ["1", "2", "3"], [PASSAGES] * 3, progress=lambda done, total: seen.append((done, total))
    )
    assert [(answer.text, answer.status) for answer in answers] == [
        ("a", "ok"),
        ("", "api_error"),
        ("c", "ok"),
    ]
    assert seen == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(LLMFatalError):
        reader(Model(LLMFatalError("key"))).read_all(["1"], [PASSAGES])
