"""Finding a setting in the schema: its kind, whether it may be set, what it may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from hippo_exp.config.keys import models_in
from hippo_exp.config.schema.base import Fixed


@dataclass(frozen=True)
class Kinds:
    """A group of settings that comes in kinds.

    Attributes:
        discriminator: the setting that names the kind, for example ``kind`` or ``format``.
        models: kind -> settings class.
    """

    discriminator: str
    models: Mapping[str, type[BaseModel]]


@dataclass(frozen=True)
class Place:
    """Where a dotted key leads.

    Attributes:
        field: the last setting on the way; None below a mapping of names.
        fixed: why it is not to be set, where that is so.
        whole: whether the key was followed to its end.
    """

    field: FieldInfo | None
    fixed: Fixed | None
    whole: bool


def kinds_of(model: type[BaseModel]) -> dict[str, Kinds]:
    """Group -> its kinds, for the groups of a settings class that come in kinds."""
    found = {}
    for name, field in model.model_fields.items():
        discriminator = field.discriminator
        if isinstance(discriminator, str):
            models = {
                str(tag): inner
                for inner in models_in(field.annotation)
                for tag in get_args(inner.model_fields[discriminator].annotation)
            }
            found[name] = Kinds(discriminator, models)
    return found


def find_field(model: type[BaseModel], key: str, chosen: Mapping[str, str]) -> Place | None:
    """Follow a dotted key through the schema.

    Args:
        model: the settings class.
        key: dotted.
        chosen: group -> the kind that it is of.

    Returns:
        None where the class, with these kinds, has no such setting.
    """
    group, _, _ = key.partition(".")
    kinds = kinds_of(model).get(group)
    if kinds is not None and key.partition(".")[2] == kinds.discriminator:
        field = kinds.models[chosen[group]].model_fields[kinds.discriminator]
        return Place(field, Fixed(f"choose the {group} with {group}=NAME"), whole=True)
    return _follow(model, key.split("."), None, chosen)


def _follow(
    model: type[BaseModel], parts: Sequence[str], fixed: Fixed | None, chosen: Mapping[str, str]
) -> Place | None:
    field = model.model_fields.get(parts[0])
    if field is None:
        return None
    marks = [item for item in field.metadata if isinstance(item, Fixed)]
    fixed = marks[0] if marks else fixed
    rest = list(parts[1:])
    if not rest:
        return Place(field, fixed, whole=True)
    inner: Any = field.annotation
    if get_origin(inner) is dict:
        rest, inner = rest[1:], get_args(inner)[1]
        if not rest:
            return Place(None, fixed, whole=True)
    models = list(models_in(inner))
    if isinstance(field.discriminator, str):
        models = [kinds_of(model)[parts[0]].models[chosen[parts[0]]]]
    if not models:
        return Place(field, fixed, whole=False)
    return _follow(models[0], rest, fixed, {})
