"""The address of a server, normalised once."""

from __future__ import annotations

from urllib.parse import urlsplit

from hippo_exp.errors import ConfigError

_FIX = "give the server's base URL, such as http://127.0.0.1:8080/v1"
_CALL = "/chat/completions"


def normalize_base_url(url: str) -> str:
    """The base URL without blanks, without a slash at its end, and without the call's own path.

    Nothing is guessed: an address without ``/v1`` stays so, as some servers have none; the error
    of a 404 proposes it.

    Raises:
        ConfigError: no http or https address, or one that holds a user, a password or a query,
            which would be printed with it.
    """
    text = url.strip()
    try:
        parts = urlsplit(text)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError as error:
        raise ConfigError("the base URL cannot be read", where="base_url", fix=_FIX) from error
    if parts.username is not None or parts.query or parts.fragment:
        raise ConfigError(
            "the base URL holds a user, a password or a query",
            where="base_url",
            fix="put the key into an environment variable and give the variable's name",
        )
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        raise ConfigError(f"{text!r} is no http address", where="base_url", fix=_FIX)
    return text.rstrip("/").removesuffix(_CALL).rstrip("/")


def call_url(base_url: str) -> str:
    """The address that a chat request goes to."""
    return f"{base_url}{_CALL}"


def not_found_hint(base_url: str) -> str:
    """What to do about a 404."""
    if base_url.endswith("/v1"):
        return "check the base URL and the model's name"
    return f"check the base URL (did you mean {base_url}/v1 ?) and the model's name"
