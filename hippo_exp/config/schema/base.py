"""The base of every settings class, and shared field types."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Settings(BaseModel):
    """Frozen settings: unknown keys are refused, types are not guessed, ranges are checked."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _to_text(value: object) -> object:
    """A bare number stands for its text (the name ``1106`` is not an integer, pitfall B7)."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value


Text = Annotated[str, BeforeValidator(_to_text)]
"""A name or path: a number given bare is taken as its text."""

FolderName = Annotated[
    str,
    BeforeValidator(_to_text),
    Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$"),
]
"""A name that becomes a folder: letters, digits, dot, underscore, hyphen; at most 80."""

Share = Annotated[float, Field(ge=0.0, le=1.0)]
"""A share or probability in [0, 1]."""

Names = Annotated[tuple[Text, ...], Field(strict=False)]
"""A list of names."""
