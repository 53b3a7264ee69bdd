"""Requests and replies as the chat-completions protocol writes them."""

from __future__ import annotations

import json
from typing import Any, Literal

from hippo_exp.llm.faults import Action, NoReplyError, body_fault, error_words
from hippo_exp.llm.protocol import ChatReply, ChatRequest, ReplyFormat

LimitField = Literal["max_tokens", "max_completion_tokens"]


def payload(
    request: ChatRequest, reply_format: ReplyFormat, limit_field: LimitField
) -> dict[str, Any]:
    """The body of a call.

    Args:
        request: what is asked.
        reply_format: the format to ask for, which may be a simpler one than the request's.
        limit_field: the name under which the server takes the limit of tokens.
    """
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": turn.role, "content": turn.content} for turn in request.messages],
        "temperature": request.temperature,
        limit_field: request.max_tokens,
    }
    if request.seed is not None:
        body["seed"] = request.seed
    if reply_format == "json_object":
        body["response_format"] = {"type": "json_object"}
    elif reply_format == "json_schema":
        schema = {"name": "reply", "schema": dict(request.schema or {}), "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def read_reply(text: str, seconds: float, reply_format: ReplyFormat) -> ChatReply:
    """The reply in a body that came with HTTP 200.

    ``finish_reason`` decides before the content does: a reply that was cut off before its first
    word (content null) is a reply, not a fault.

    Raises:
        NoReplyError: an empty body, a body that is not JSON or holds no reply, or an error in it.
    """
    if not text.strip():
        raise NoReplyError(Action.RETRY, "the reply's body is empty")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        what = f"the reply's body is not JSON ({error})"
        raise NoReplyError(Action.RETRY, what) from error
    if isinstance(value, dict) and value.get("error"):
        raise body_fault(*error_words(text))
    choice = _first_choice(value)
    usage = value.get("usage")
    return ChatReply(
        text=_content(choice["message"].get("content")),
        finish_reason=_word(choice.get("finish_reason")),
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
        fingerprint=_word(value.get("system_fingerprint")),
        seconds=seconds,
        model=_word(value.get("model")),
        format_used=reply_format,
    )


def _first_choice(value: Any) -> dict[str, Any]:
    choices = value.get("choices") if isinstance(value, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict) or not isinstance(first.get("message"), dict):
        raise NoReplyError(Action.RETRY, "the reply's body holds no choice with a message")
    return first


def _content(value: object) -> str:
    """The text of a message: a string, null, or a list of parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        parts = [part.get("text") for part in value if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(usage: object, name: str) -> int:
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and value >= 0 else 0
