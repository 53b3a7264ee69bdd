"""What a late-interaction encoder offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from hippo_exp.encoders.late_interaction.token_vectors import TokenVectors
from hippo_exp.encoders.protocol import Plain

Side = Literal["query", "document"]
"""The side of the comparison on which a text stands: the two are encoded differently."""

EncodeTokens: TypeAlias = Callable[[Sequence[str], Side], TokenVectors]
"""Texts and their side to token vectors: a late-interaction encoder, or one with a cache."""


class LateInteractionEncoder(Protocol):
    """Maps texts to token vectors, each text on its own."""

    @property
    def identity(self) -> Mapping[str, Plain]:
        """All that changes a vector, as plain JSON values; neither batch size nor device."""
        ...

    def encode_tokens(self, texts: Sequence[str], side: Side) -> TokenVectors:
        """Token vectors in the order of ``texts``; equal texts get equal vectors."""
        ...
