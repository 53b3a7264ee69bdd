"""The configuration of the run over the paper's tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import Text, is_none
from hippo_exp.config.schema.root import CacheSettings, FolderSettings, RunSettings

TableName = Literal["table1", "table2", "table5", "table6", "table8", "table13"]
DatasetName = Literal["musique", "2wikimultihopqa", "hotpotqa"]


class PaperSettings(RunSettings):
    """Which tables of the paper are made, on which data sets.

    ``checkpoints``, ``limit``: as in ``RetrievalSettings``; tables of counts have no limit.
    """

    tables: Annotated[tuple[TableName, ...], Field(strict=False, min_length=1)]
    datasets: Annotated[tuple[DatasetName, ...], Field(strict=False, min_length=1)]
    bootstrap_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
    permutation_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
    data: FolderSettings = FolderSettings()
    cache: CacheSettings = CacheSettings()
    checkpoints: dict[Text, Text] = Field(default_factory=dict)
    limit: Annotated[int | None, Field(ge=1, exclude_if=is_none)] = None
