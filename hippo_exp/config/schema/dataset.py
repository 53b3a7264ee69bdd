"""Settings of a data set: format, files with their origin, gold unit."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import Settings, Share, Text


class FileSettings(Settings):
    """One data file: its name in the data set's folder and where it comes from."""

    file: Text
    upstream: Text | None = None
    git_blob_sha1: Text | None = None
    note: Text = ""


class SyntheticSettings(Settings):
    """Size, rates and seed of the generated corpus (``pathfinding.corpus``)."""

    n_passages: Annotated[int, Field(ge=50, le=1_000_000)] = 3000
    n_questions: Annotated[int, Field(ge=1, le=100_000)] = 300
    seed: Annotated[int, Field(ge=0)] = 0


class DatasetSettings(Settings):
    """A data set as the readers see it; ``paper`` names its column in the paper's tables."""

    name: Text
    format: Literal["musique", "supporting_facts", "custom", "synthetic"]
    gold_unit: Literal["title", "passage"]
    folder: Text | None = None
    dir: Text | None = None
    files: dict[Text, FileSettings] = Field(default_factory=dict)
    openie: dict[Text, FileSettings] = Field(default_factory=dict)
    query_entities: FileSettings | None = None
    trim_titles: bool = False
    gold_source_prefix: Text | None = None
    synthetic: SyntheticSettings | None = None
    paper: Literal["musique", "2wiki", "hotpotqa"] | None = None
    source: Text = ""
    licence: Text = ""
    citation: Text = ""
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()


__all__ = ["DatasetSettings", "FileSettings", "Share", "SyntheticSettings"]
