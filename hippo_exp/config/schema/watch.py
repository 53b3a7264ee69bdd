"""Settings of the study of signals that tell of lost facts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import ASCENDING, DISTINCT, Settings

LossKind = Literal["facts", "passages"]


class WatchSettings(Settings):
    """How the extraction is degraded.

    Attributes:
        shares: of the facts, or of the passages with facts, that are lost.
        losses: ``facts``: single facts at random; ``passages``: all facts of random passages.
        repeats: drawings of each share.
        quick: one drawing of every other share, for a look.
    """

    shares: Annotated[
        tuple[Annotated[float, Field(gt=0, le=1)], ...],
        Field(strict=False, min_length=2),
        ASCENDING,
    ]
    losses: Annotated[tuple[LossKind, ...], Field(strict=False, min_length=1), DISTINCT]
    repeats: Annotated[int, Field(ge=1, le=100)]
    quick: bool = False
