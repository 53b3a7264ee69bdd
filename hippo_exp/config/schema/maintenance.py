"""Settings of the experiment about keeping an index up to date."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import ASCENDING, Settings

Size = Annotated[int, Field(ge=1, le=10_000_000)]


class MaintenanceSettings(Settings):
    """How much is added to an index of which size.

    Attributes:
        passages: that are added one by one at each size; the mean over them is taken.
        sizes: numbers of passages of the growing index, ascending; those beyond the corpus are
            left out.
    """

    passages: Annotated[int, Field(ge=2, le=1000)]
    sizes: Annotated[tuple[Size, ...], Field(strict=False, min_length=1), ASCENDING]
