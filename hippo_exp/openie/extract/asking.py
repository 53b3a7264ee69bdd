"""One question to a model: bounded tries, each different from the one before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from hippo_exp.llm import ChatMessage, ChatModel, ChatReply, ChatRequest, LLMCallError
from hippo_exp.openie.extract.parse import Parsed
from hippo_exp.openie.extract.settings import ChatSettings
from hippo_exp.openie.extract.usage import Usage
from hippo_exp.types.extraction import ExtractionStatus

T = TypeVar("T")
FAILURES: tuple[ExtractionStatus, ...] = ("truncated", "parse_error", "api_error")
"""Statuses that a re-run repeats, the least bad first."""
_SHOWN = 4000


class Parse(Protocol[T]):
    """``parse_entities`` or ``parse_triples``."""

    def __call__(self, text: str, *, cut_off: bool = False) -> Parsed[T]:
        """What the reply holds."""
        ...


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """The best of the tries.

    Attributes:
        parsed: items, status (``api_error`` for a failed call or an empty reply), what was
            dropped and why it failed.
        usage: of all tries.
        reply: the raw text that ``parsed`` was read from.
    """

    parsed: Parsed[T]
    usage: Usage = field(default_factory=Usage)
    reply: str = ""


def ask(
    model: ChatModel,
    request: ChatRequest,
    parse: Parse[T],
    *,
    repair: Callable[[str], Sequence[ChatMessage]],
    settings: ChatSettings,
) -> Outcome[T]:
    """Ask until a reply can be used, at most ``settings.max_tries`` times (pitfalls A19, B21).

    After a reply that the limit cut, the same prompt with twice the limit; after one that cannot
    be read, the prompt, the reply and the repair prompt; after one whose JSON ends early though
    the limit was not reached, both. The best try counts: a success, else the last of the least bad
    status. A failed call ends the tries; the client has repeated it already.

    Args:
        model: answers.
        request: the first request.
        parse: reads a reply.
        repair: from what was wrong to the turn that asks again.
        settings: number of tries and the ceiling of tokens.

    Raises:
        LLMFatalError: no request can succeed.
    """
    best: Outcome[T] | None = None
    usage = Usage()
    current = request
    for _ in range(settings.max_tries):
        try:
            reply = model.complete(current)
        except LLMCallError as error:
            failed: Parsed[T] = Parsed((), "api_error", {}, str(error))
            best = _better(best, Outcome(failed))
            break
        usage += Usage.of(reply)
        attempt = Outcome(_judged(reply, parse), reply=reply.text)
        best = _better(best, attempt)
        if attempt.parsed.status not in FAILURES:
            break
        current = _next(request, current, reply, attempt.parsed, repair, settings)
    if best is None:
        raise ValueError("max_tries must be at least 1")
    return replace(best, usage=usage)


def _judged(reply: ChatReply, parse: Parse[T]) -> Parsed[T]:
    if not reply.text.strip() and not reply.is_cut_off:
        return Parsed((), "api_error", {}, "the reply is empty")
    return parse(reply.text, cut_off=reply.is_cut_off)


def _better(best: Outcome[T] | None, attempt: Outcome[T]) -> Outcome[T]:
    if best is None or _badness(attempt) <= _badness(best):
        return attempt
    return best


def _badness(attempt: Outcome[T]) -> int:
    status = attempt.parsed.status
    return FAILURES.index(status) if status in FAILURES else -1


def _next(
    first: ChatRequest,
    current: ChatRequest,
    reply: ChatReply,
    parsed: Parsed[T],
    repair: Callable[[str], Sequence[ChatMessage]],
    settings: ChatSettings,
) -> ChatRequest:
    tokens = current.max_tokens
    if parsed.status == "truncated":
        tokens = min(2 * tokens, settings.max_tokens_ceiling)
    if reply.is_cut_off:
        return replace(current, max_tokens=tokens)
    turns = tuple(repair(parsed.detail))
    if reply.text.strip():
        said = ChatMessage("assistant", reply.text[:_SHOWN])
        return replace(first, messages=(*first.messages, said, *turns), max_tokens=tokens)
    # Two turns of the user in a row are refused by some servers.
    *before, last = first.messages
    text = "\n\n".join([last.content, *(turn.content for turn in turns)])
    return replace(first, messages=(*before, replace(last, content=text)), max_tokens=tokens)
