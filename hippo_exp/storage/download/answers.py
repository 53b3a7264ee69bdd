"""What a server answered: whether it continues a file, and what it refuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from hippo_exp.errors import DataError
from hippo_exp.storage.download.rules import (
    AbsentError,
    InterruptedTransferError,
)

if TYPE_CHECKING:
    import requests


_RANGE = re.compile(r"bytes (\d+)-")
_PASSING = (408, 425, 429, 500, 502, 503, 504)
"""Status codes that a later try may not meet."""


def public_address(address: str) -> str:
    """The address without user name and password, for messages."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def continues(response: requests.Response, offset: int) -> bool:
    """Whether a partial answer starts where it was asked to; other answers are not concerned."""
    if response.status_code != 206:
        return True
    start = _RANGE.match(response.headers.get("Content-Range", ""))
    return start is not None and int(start[1]) == offset and not _is_packed(response)


def refusal_of(response: requests.Response, address: str) -> Exception:
    """Why an answer is no file: an error that may pass, or one that stays."""
    status = response.status_code
    if status in (404, 410):
        return AbsentError(public_address(address))
    if status in _PASSING:
        wait = response.headers.get("Retry-After", "")
        seconds = float(wait) if wait.isdecimal() else None
        return InterruptedTransferError(
            f"the server answered {status} {response.reason}", answered=True, wait=seconds
        )
    return DataError(
        f"the server answered {status} {response.reason}",
        where=public_address(address),
        fix="check --mirror, and the proxy settings (HTTPS_PROXY, NO_PROXY)",
    )


def length_of(response: requests.Response) -> int | None:
    """Bytes that this response brings; None where it does not say."""
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdecimal() and not _is_packed(response) else None


def _is_packed(response: requests.Response) -> bool:
    return response.headers.get("Content-Encoding", "identity") != "identity"
