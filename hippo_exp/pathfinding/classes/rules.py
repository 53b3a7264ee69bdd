"""What the definitions leave open, as settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hippo_exp.errors import ConfigError

Relations = Literal["as_asked", "any"]


@dataclass(frozen=True, slots=True)
class ClassRules:
    """The settings of the definitions in docs/path_finding.md.

    Attributes:
        many: m, the least number of continuations of a query entity of a path-finding question.
        within: h, the largest number of facts from a query entity to where they meet.
        relations: which continuations fit a step: ``as_asked``, those of the relation and the
            direction that the gold passages take there, since the question asks for it; ``any``,
            all of them, as for a reader who does not understand relations.

    Raises:
        ConfigError: a number out of range.
    """

    many: int = 3
    within: int = 3
    relations: Relations = "as_asked"

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("many", self.many, 2, 1_000_000),
            ("within", self.within, 1, 6),
        ):
            if not low <= value <= high:
                fix = f"give a whole number from {low} to {high:,}"
                raise ConfigError(f"{name}={value} is out of range", where=name, fix=fix)
