"""Reading an answer from retrieved passages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Literal

from hippo_exp.llm import ChatModel, LLMCallError
from hippo_exp.openie.extract import (
    ChatSettings,
    Demonstration,
    OrderedMap,
    Prompt,
    ThreadedMap,
    Usage,
    first_alone,
    show_demonstrations,
    show_passages,
)
from hippo_exp.types import Passage

ReadStatus = Literal["ok", "no_marker", "truncated", "empty", "api_error"]
"""``no_marker``: no phrase announces the answer, so the last line of the reply is taken."""
_MARKER = re.compile(r"(?:so\s+)?the\s+answer\s+is\s*:?|answer\s*:", re.IGNORECASE)
_AROUND = " \t*_`\"'\u201c\u201d"


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer.

    Attributes:
        text: the answer alone; empty when there is none.
        status: see ``ReadStatus``; an answer that was announced before the limit of tokens cut
            the reply is ``ok``.
        reply: the whole reply, or the error of the call.
        usage: tokens.
    """

    text: str
    status: ReadStatus
    reply: str
    usage: Usage = field(default_factory=Usage)


def extract_answer(reply: str) -> tuple[str, bool]:
    """The answer in a reply, and whether a phrase announced it.

    What follows the last "So the answer is:" or "Answer:" (any case, the colon optional in the
    first) up to the end of the line counts, or the next line when that is empty; quotation marks,
    asterisks and a full stop at the end are cut, though not the point of an abbreviation such as
    ``U.S.``. Without such a phrase it is the last line.
    """
    marks = list(_MARKER.finditer(reply))
    if marks:
        return _clean(_first_line(reply[marks[-1].end() :])), True
    lines = [line for line in reply.splitlines() if line.strip()]
    return _clean(lines[-1]) if lines else "", False


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip(_AROUND)), "")


def _clean(text: str) -> str:
    text = text.strip(_AROUND)
    if text.endswith(".") and not re.search(r"(?:\b\w\.){2}$", text):
        text = text[:-1]
    return text.strip(_AROUND)


@dataclass(frozen=True)
class AnswerReader:
    """Reads answers (official behaviour, row 22: top 5 passages, one demonstration).

    Attributes:
        model: answers.
        prompt: of kind ``qa``.
        demonstrations: shown in it.
        settings: model and limits; the reply is plain text.
        n_passages: so many of the passages given are shown.
    """

    model: ChatModel
    prompt: Prompt
    demonstrations: Sequence[Demonstration]
    settings: ChatSettings
    n_passages: int = 5

    def read(self, question: str, passages: Sequence[Passage]) -> ReadAnswer:
        """Answer one question from its passages, best first.

        Raises:
            LLMFatalError: no request can succeed.
        """
        messages = self.prompt.render(
            demonstrations=show_demonstrations(self.demonstrations),
            passages=show_passages(passages[: self.n_passages]),
            question=question,
        )
        try:
            reply = self.model.complete(self.settings.request(messages))
        except LLMCallError as error:
            return ReadAnswer("", "api_error", str(error))
        text, announced = extract_answer(reply.text)
        if reply.is_cut_off and not (announced and text):
            return ReadAnswer("", "truncated", reply.text, Usage.of(reply))
        status: ReadStatus = "ok" if announced else "no_marker"
        return ReadAnswer(text, status if text else "empty", reply.text, Usage.of(reply))

    def read_all(
        self,
        questions: Sequence[str],
        passages: Sequence[Sequence[Passage]],
        *,
        each: OrderedMap | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> tuple[ReadAnswer, ...]:
        """Answer many questions, in order.

        Args:
            questions: (n,) texts.
            passages: (n,) the retrieved passages of each, best first.
            each: ordered map; None for one question after another.
            progress: called with the number done and the number to do.

        Raises:
            LLMFatalError: no request can succeed.
        """
        pairs = list(zip(questions, passages, strict=True))

        def work(pair: tuple[str, Sequence[Passage]]) -> ReadAnswer:
            return self.read(*pair)

        answers: list[ReadAnswer] = []
        with closing(first_alone(work, pairs, each or ThreadedMap())) as results:
            for answer in results:
                answers.append(answer)
                if progress is not None:
                    progress(len(answers), len(pairs))
        return tuple(answers)
