"""A kept reply as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, get_args

from hippo_exp.llm.protocol import ChatReply, ReplyFormat

KEY_LENGTH = 64
_HEAD = b'{"key":"'
_TEXTS = ("text", "finish_reason", "fingerprint", "model")
_COUNTS = ("prompt_tokens", "completion_tokens")


def to_line(key: str, reply: ChatReply) -> bytes:
    """The record with its line feed; pure ASCII, so that no character in it ends a line."""
    return json.dumps({"key": key, "reply": asdict(reply)}, separators=(",", ":")).encode() + b"\n"


def key_of(line: bytes) -> str:
    """The key of a record, without reading the rest of the line.

    Raises:
        ValueError: the line is no whole record.
    """
    start = len(_HEAD)
    key = line[start : start + KEY_LENGTH]
    if not line.startswith(_HEAD) or not line.endswith(b"}}\n"):
        raise ValueError("no whole record")
    int(key, 16)
    return key.decode("ascii")


def from_line(line: bytes, key: str) -> ChatReply:
    """The reply of a record.

    Raises:
        ValueError: the line is no whole record, or one of another key.
    """
    value = json.loads(line)
    if not isinstance(value, dict) or value.get("key") != key:
        raise ValueError("a record of another request")
    reply = value.get("reply")
    if not isinstance(reply, dict) or not _is_reply(reply):
        raise ValueError("a record without a whole reply")
    values: dict[str, Any] = {field.name: reply.get(field.name) for field in fields(ChatReply)}
    return ChatReply(**values)


def _is_reply(reply: Mapping[str, object]) -> bool:
    return (
        all(isinstance(reply.get(name), str) for name in _TEXTS)
        and all(isinstance(reply.get(name), int) for name in _COUNTS)
        and isinstance(reply.get("seconds"), int | float)
        and reply.get("format_used") in (None, *get_args(ReplyFormat))
    )
