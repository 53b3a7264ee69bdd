"""Faults of values: what pydantic says, with what the setting may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from hippo_exp.config.allowed import allowed_values
from hippo_exp.config.fields import Kinds, find_field, kinds_of
from hippo_exp.config.keys import known_keys, meant_key
from hippo_exp.errors import ConfigError
from hippo_exp.text import did_you_mean

_KINDS = ("bool", "int", "float", "str")
"""What pydantic appends to the place of a fault in a setting of several kinds."""


def invalid_settings(model: type[BaseModel], error: ValidationError) -> list[ConfigError]:
    """One fault for each setting that pydantic refuses; the kinds of a union count once."""
    kinds = kinds_of(model)
    faults: dict[str, ConfigError] = {}
    for item in error.errors(include_url=False):
        key, chosen = _key(item["loc"], kinds)
        if not any(_within(key, other) or _within(other, key) for other in faults):
            faults[key] = _fault(model, key, chosen, dict(item))
    return list(faults.values())


def _key(loc: Sequence[int | str], kinds: Mapping[str, Kinds]) -> tuple[str, dict[str, str]]:
    """The dotted key of a place, and the kind that it names; pydantic's own marks are left out."""
    parts = [str(part) for part in loc]
    group = parts[0] if parts else ""
    if group in kinds and len(parts) > 1 and parts[1] in kinds[group].models:
        return ".".join([group, *_own(parts[2:])]), {group: parts[1]}
    return ".".join(_own(parts)), {}


def _own(parts: Sequence[str]) -> list[str]:
    """A place without pydantic's marks for the kinds of a union."""
    own = [part for part in parts if "[" not in part and "-" not in part]
    return own if own and own[-1] not in _KINDS else own[:-1]


def _within(key: str, other: str) -> bool:
    return key == other or key.startswith(f"{other}.")


def _fault(
    model: type[BaseModel], key: str, chosen: Mapping[str, str], item: Mapping[str, Any]
) -> ConfigError:
    context = item.get("ctx", {})
    if item["type"] == "settings":
        where = ".".join(part for part in (key, context["where"]) if part)
        return ConfigError(context["what"], where=where, fix=context["fix"])
    if item["type"] == "extra_forbidden":
        names = [other for other in known_keys(model) if _has(model, other, chosen)]
        near = meant_key(key, names)
        fix = f"did you mean {near}?" if near else "leave it out"
        return ConfigError("a setting that has no effect here", where=key, fix=fix)
    message = str(item["msg"]).replace("valid tuple", "list").replace("Tuple", "list")
    given = item.get("input")
    shown = f", not {given!r}" if isinstance(given, str | int | float | bool | None) else ""
    what = message[:1].lower() + message[1:] + shown
    return ConfigError(what, where=key, fix=_remedy(_field(model, key, chosen), given))


def _remedy(field: FieldInfo | None, given: Any) -> str:
    if field is None:
        return "compare with the shipped configurations in configs/"
    text = allowed_values(field)
    choices = text.removeprefix("one of ").removesuffix(" or null").split(", ")
    hint = did_you_mean(given, choices) if isinstance(given, str) and "one of" in text else ""
    return f"{hint} give {text}".strip()


def _field(model: type[BaseModel], key: str, chosen: Mapping[str, str]) -> FieldInfo | None:
    """The setting itself, or the list in which the place is."""
    try:
        place = find_field(model, key, chosen)
    except KeyError:
        return None
    return place.field if place is not None else None


def _has(model: type[BaseModel], key: str, chosen: Mapping[str, str]) -> bool:
    try:
        return find_field(model, key, chosen) is not None
    except KeyError:
        return False
