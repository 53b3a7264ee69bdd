"""What every encoder offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from hippo_exp.types import Vectors

Role = Literal["query", "passage", "phrase"]
"""What a text is: a question, a passage, or a phrase (graph node or query entity)."""

ROLES: tuple[Role, ...] = ("query", "passage", "phrase")

Plain: TypeAlias = str | int | float | bool | Mapping[str, "Plain"] | None


class Encoder(Protocol):
    """Maps texts to vectors, each text on its own: no text changes the vector of another."""

    @property
    def identity(self) -> Mapping[str, Plain]:
        """All that changes a vector, as plain JSON values; neither batch size nor device."""
        ...

    def encode(self, texts: Sequence[str], role: Role) -> Vectors:
        """(n_texts, dim) float32 vectors in the order of ``texts``; equal texts, equal rows."""
        ...
