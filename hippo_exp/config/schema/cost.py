"""Settings of the experiments about cost."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import ASCENDING, Settings, Text

Sizes = Annotated[
    tuple[Annotated[int, Field(ge=1, le=10**12)], ...],
    Field(strict=False, min_length=1),
    ASCENDING,
]


class CostSettings(Settings):
    """How tokens are priced where no language model is asked.

    Attributes:
        model: whose price and tokens are taken for rows that name none; see
            ``configs/llm_prices.yaml``.
    """

    model: Text


class LatencySettings(Settings):
    """How questions are timed.

    Attributes:
        warm_up: so many first questions are asked once before any is timed.
    """

    warm_up: Annotated[int, Field(ge=0, le=1_000_000)]


class BreakEvenSettings(Settings):
    """For which corpora and how many queries the bills are worked out.

    Attributes:
        corpus_sizes: passages, one column and one line of the figure for each.
        queries: numbers of queries for which totals are given; the figure spans them.
        corpus_size: passages of the corpus for which totals are given.
    """

    corpus_sizes: Sizes
    queries: Sizes
    corpus_size: Annotated[int, Field(ge=1, le=10**12)]
