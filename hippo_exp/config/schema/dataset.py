"""Settings of a data set: format, files with their origin, gold unit."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import FolderName, Settings, Text


class FileSettings(Settings):
    """One data file: its name, where it comes from, what must be known about it.

    ``folder`` is that below the data root; None for the data set's own.
    """

    file: Text
    folder: Text | None = None
    upstream: Text | None = None
    git_blob_sha1: Text | None = None
    note: Text = ""


class HubSettings(Settings):
    """A public hub copy from which larger samples are built (``hippo-exp data build``).

    ``corpus`` is the layout of the corpus in the release: a list of passages, or an object
    ``title -> [sentence, ...]``.
    """

    repository: Text
    configuration: Text | None = None
    split: Text
    revision: Text
    corpus: Literal["list", "titles"] = "list"


class SyntheticSettings(Settings):
    """Size, rates and seed of the generated corpus; ranges: ``SyntheticParameters.check``."""

    n_passages: int
    n_questions: int
    share_path_finding: float
    following_hops: Annotated[tuple[float, float, float], Field(strict=False)]
    finding_hops: Annotated[tuple[float, float, float], Field(strict=False)]
    min_continuations: int
    rare_mentions: int
    facts_per_passage: float
    minor_share: float
    skew: float
    hub_share: float
    hub_degree: int
    hub_repeats: float
    hub_mentions: float
    list_share: float
    list_length: int
    inverse_share: float
    restated_share: float
    variant_rate: float
    query_variant_rate: float
    missing_facts: float
    spurious_facts: float
    malformed_rows: float
    failed_passages: float
    literal_facts: float
    seed: int


class DatasetSettings(Settings):
    """A data set as the readers see it; ``paper`` names its column in the paper's tables."""

    name: FolderName
    format: Literal["musique", "supporting_facts", "custom", "synthetic"]
    gold_unit: Literal["title", "passage"]
    folder: Text | None = None
    dir: Text | None = None
    files: dict[Text, FileSettings] = Field(default_factory=dict)
    openie: dict[Text, FileSettings] = Field(default_factory=dict)
    query_entities: FileSettings | None = None
    extras: dict[Text, FileSettings] = Field(default_factory=dict)
    hub: HubSettings | None = None
    trim_titles: bool = False
    gold_source_prefix: Text | None = None
    synthetic: SyntheticSettings | None = None
    paper: Literal["musique", "2wiki", "hotpotqa"] | None = None
    about: Text = ""
    source: Text = ""
    licence: Text = ""
    citation: Text = ""
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _has_its_files(self) -> Self:
        needed = () if self.format in ("custom", "synthetic") else ("questions", "corpus")
        lacking = [name for name in needed if name not in self.files]
        if lacking:
            raise ValueError(f"format {self.format} needs the files {' and '.join(lacking)}")
        return self
