"""The base of every settings class, and shared field types."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError


class Settings(BaseModel):
    """Frozen settings: unknown keys are refused, types are not guessed, ranges are checked."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True)
class Fixed:
    """Marks a field that only a shipped file gives: a label, a kind, an origin.

    On the command line it is refused, so that nothing runs under another's name.

    Attributes:
        fix: how to do what the user may have meant.
    """

    fix: str


def fault(what: str, *, fix: str, where: str = "") -> PydanticCustomError:
    """A fault between several settings, to be raised in a validator.

    Args:
        what: as in ``ConfigError``; braces would be read as places to fill.
        fix: as in ``ConfigError``.
        where: the setting below the validated one; empty for that itself.
    """
    return PydanticCustomError("settings", "{what}", {"what": what, "fix": fix, "where": where})


def _ascending(values: tuple[float, ...]) -> tuple[float, ...]:
    if any(one >= two for one, two in pairwise(values)):
        raise fault(f"{list(values)} do not ascend", fix="give each once, the smallest first")
    return values


def _distinct(values: tuple[str, ...]) -> tuple[str, ...]:
    twice = [value for value in dict.fromkeys(values) if values.count(value) > 1]
    if twice:
        raise fault(f"{twice[0]!r} is named twice", fix="name it once")
    return values


ASCENDING = AfterValidator(_ascending)
"""Of numbers in a list: each once, the smallest first."""
DISTINCT = AfterValidator(_distinct)
"""Of names in a list: each once."""


def _to_text(value: object) -> object:
    """A bare number stands for its text (the name ``1106`` is not an integer, pitfall B7)."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value


def _relative(name: str) -> str:
    if name.startswith(("/", "\\", "~")) or ".." in name or ":" in name:
        fix = "give its name in the data set's folder; dataset.dir=FOLDER says where that is"
        raise fault("a path where a file's name is meant", fix=fix)
    return name


Text = Annotated[str, BeforeValidator(_to_text)]
"""A name or path: a number given bare is taken as its text."""

FileName = Annotated[Text, AfterValidator(_relative)]
"""A file's name, or its path below the data set's folder."""

FolderName = Annotated[
    str,
    BeforeValidator(_to_text),
    Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$"),
]
"""A name that becomes a folder: letters, digits, dot, underscore, hyphen; at most 80."""

Share = Annotated[float, Field(ge=0.0, le=1.0)]
"""A share or probability in [0, 1]."""


def is_none(value: object) -> bool:
    """For fields that stand in a dump only where they are set (``exclude_if``)."""
    return value is None


Names = Annotated[tuple[Text, ...], Field(strict=False)]
"""A list of names."""

EncoderName = Annotated[
    Text,
    Fixed(
        "choose one with encoder=NAME; what is changed of it is shown beside its name; for a name "
        "of your own add configs/encoder/NAME.yaml"
    ),
]
"""The name under which an encoder's settings are shipped."""
