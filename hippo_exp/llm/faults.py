"""What a server's answer means: try again, give up this request, or stop the run."""

from __future__ import annotations

import json
from enum import Enum


class Action(Enum):
    """What follows from a fault."""

    RETRY = "another try may succeed; the request has failed after the last one"
    RETRY_THEN_STOP = "another try may succeed; the run stops after the last one"
    GIVE_UP = "this request cannot succeed; others may"
    DROP_FORMAT = "the server refuses the reply's format"
    WRONG_KEY = "no request can succeed: key or quota"
    NOT_FOUND = "no request can succeed: address or model"


class NoReplyError(Exception):
    """One call that brought no reply.

    Args:
        action: what follows.
        what: the fault in a clause.
        retry_after: seconds that the server asks to wait; None where it does not.
    """

    def __init__(self, action: Action, what: str, retry_after: float | None = None) -> None:
        super().__init__(what)
        self.action = action
        self.what = what
        self.retry_after = retry_after


# Codes and types of error by which servers say that the account cannot pay or may not ask.
_ACCOUNT = (
    "insufficient_quota",
    "billing_hard_limit_reached",
    "billing_not_active",
    "account_deactivated",
    "access_terminated",
    "invalid_api_key",
)
_PASSING = (408, 409, 425, 429)
_REFUSED_BODY = (400, 415, 422)
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "json schema", "grammar")


def status_fault(status: int, body: str, retry_after: str | None) -> NoReplyError:
    """The fault of an answer with an HTTP status of 400 or more.

    A 429 has two meanings: a rate that is too high, which passes, and an empty account
    (``insufficient_quota``), which does not.
    """
    code, message = error_words(body)
    what = f"HTTP {status}: {message}" if message else f"HTTP {status}"
    return NoReplyError(_status_action(status, code, message), what, _seconds(retry_after))


def body_fault(code: str, message: str) -> NoReplyError:
    """The fault of an error that came with HTTP 200, as some relays send it."""
    action = Action.WRONG_KEY if _is_account(code) else Action.RETRY
    return NoReplyError(action, f"error in the reply: {message or code or 'no reason given'}")


def _status_action(status: int, code: str, message: str) -> Action:
    if status in (401, 402, 403) or _is_account(code):
        return Action.WRONG_KEY
    if status == 404:
        return Action.NOT_FOUND
    if status in _PASSING or status >= 500:
        return Action.RETRY
    if status in _REFUSED_BODY and any(word in message.lower() for word in _FORMAT_WORDS):
        return Action.DROP_FORMAT
    return Action.GIVE_UP


def _is_account(code: str) -> bool:
    return any(word in code for word in _ACCOUNT)


def error_words(body: str) -> tuple[str, str]:
    """Code (with type) and message of an error body; plain text counts as message."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return "", _short(body)
    error = value.get("error", value) if isinstance(value, dict) else value
    if not isinstance(error, dict):
        return "", _short(str(error) if error else "")
    code = f"{error.get('code') or ''} {error.get('type') or ''}".strip()
    message = error.get("message") or error.get("detail") or error.get("param") or ""
    return code, _short(str(message) or code)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else f"{line[:297]}..."


def _seconds(text: str | None) -> float | None:
    """A ``Retry-After`` in seconds; None for a date, which would need the server's clock."""
    try:
        value = float(text) if text is not None else -1.0
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None
