"""What a call to a language model is, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

ReplyFormat = Literal["text", "json_object", "json_schema"]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn: ``role`` is system, user or assistant."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class ChatRequest:
    """All that decides a reply; its digest is the reply's key.

    Attributes:
        model: as the server names it.
        messages: the whole prompt, demonstrations included.
        temperature: 0 for the most likely reply.
        seed: passed on to the server; None leaves it out. No server promises equal replies.
        max_tokens: limit of the reply.
        format: plain text, any JSON object, or JSON of ``schema``.
        schema: JSON schema for ``json_schema``, else None.
    """

    model: str
    messages: tuple[ChatMessage, ...]
    temperature: float
    seed: int | None
    max_tokens: int
    format: ReplyFormat = "text"
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A reply as the server gave it.

    Attributes:
        text: may be empty.
        finish_reason: ``stop``; ``length`` for one that was cut off; or the server's own word.
        prompt_tokens: as the server counted; 0 where it does not say.
        completion_tokens: the same.
        fingerprint: the server's system fingerprint; empty where it gives none.
        seconds: wall time of the call that paid for it.
        model: as the server names it in the reply.
        format_used: the format that was asked for; it differs from the request's where the server
            refuses that one; None where it is not known.
    """

    text: str
    finish_reason: str
    prompt_tokens: int
    completion_tokens: int
    fingerprint: str
    seconds: float
    model: str
    format_used: ReplyFormat | None = None

    @property
    def is_cut_off(self) -> bool:
        """Whether the limit of tokens ended it."""
        return self.finish_reason == "length"


class ChatModel(Protocol):
    """Answers requests; safe to be called from several threads."""

    def complete(self, request: ChatRequest) -> ChatReply:
        """The reply.

        Raises:
            LLMCallError: this request failed after all retries; others may succeed.
            LLMFatalError: no request can succeed (key, quota, address): stop at once.
        """
        ...
