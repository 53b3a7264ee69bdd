"""What a language model is used for, and how it is asked in each role."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal
from urllib.parse import urlsplit

from hippo_exp.config.schema import LLMSettings, RoleSettings
from hippo_exp.openie.extract import ChatSettings

Role = Literal["extraction", "query_ner", "reasoning", "reading"]


def chat_settings(settings: LLMSettings, role: Role) -> ChatSettings:
    """How requests of a role look: the common settings with what the role has otherwise."""
    own = _own(settings, role)
    return ChatSettings(
        model=own.model or settings.model,
        max_tokens=own.max_tokens or settings.max_tokens,
        temperature=settings.temperature if own.temperature is None else own.temperature,
        seed=settings.seed,
        format=settings.format,
        max_tries=settings.max_tries,
        max_tokens_ceiling=settings.max_tokens_ceiling,
    )


def base_url_of(settings: LLMSettings, role: Role) -> str:
    """Where a role's requests go."""
    return _own(settings, role).base_url or settings.base_url


def role_identity(settings: LLMSettings, role: Role) -> dict[str, Any]:
    """What decides a role's requests besides its prompt."""
    return asdict(chat_settings(settings, role))


def models_of(settings: LLMSettings, roles: Sequence[Role]) -> list[str]:
    """The models of some roles, each once."""
    return list(dict.fromkeys(chat_settings(settings, role).model for role in roles))


def is_loopback(base_url: str) -> bool:
    """Whether a server is on this machine, by its address alone."""
    host = urlsplit(base_url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _own(settings: LLMSettings, role: Role) -> RoleSettings:
    own = getattr(settings.roles, role)
    assert isinstance(own, RoleSettings)
    return own
