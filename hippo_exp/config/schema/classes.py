"""Settings of the classes of questions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import Settings


class ClassesSettings(Settings):
    """What the definitions of docs/path_finding.md leave open; see ``ClassRules``."""

    many: Annotated[int, Field(ge=2, le=1_000_000)]
    within: Annotated[int, Field(ge=1, le=6)]
    relations: Literal["as_asked", "any"]
