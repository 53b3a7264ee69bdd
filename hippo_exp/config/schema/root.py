"""The whole configuration of a retrieval experiment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import Fixed, FolderName, Names, Settings, Text, is_none
from hippo_exp.config.schema.checkpoints import resolved_encoder
from hippo_exp.config.schema.dataset import DatasetSettings
from hippo_exp.config.schema.experiment import EvaluationSettings, ExperimentSettings
from hippo_exp.config.schema.extractors import resolved_extractor
from hippo_exp.config.schema.llm import IRCoTSettings, LLMSettings, ReaderSettings
from hippo_exp.config.schema.method import (
    EncoderSettings,
    ExpansionSettings,
    GraphSettings,
    OpenIESettings,
    RetrieverSettings,
    SynonymySettings,
)

_PRESET = (
    "choose one with preset=paper or preset=clean; what is changed of it is shown beside its name"
)


class FolderSettings(Settings):
    """A folder that may be left to its default."""

    root: Text | None = None


class PresetSettings(Settings):
    """The preset whose values the configuration started from."""

    name: Annotated[Literal["paper", "clean"], Fixed(_PRESET)]


class RunSettings(Settings):
    """Where results go and what is run; common to every experiment.

    Attributes:
        out: folder of the results tree; relative paths start at the folder of invocation.
        label: name of the folder below ``out/NAME``; None for the data set's name.
        seed: seeds sampling of questions, bootstrap and permutation tests.
        rows: ids of the rows to run; None for all.
        dry_run: print the plan and stop.
        overwrite: replace results of other settings in the project's own results tree.
    """

    out: Text | None = None
    label: FolderName | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    rows: Names | None = None
    dry_run: bool = False
    overwrite: bool = False


class RetrievalSettings(RunSettings):
    """Everything that a retrieval table depends on.

    ``checkpoints``: name of an encoder -> folder with its weights, in place of the hub's cache.
    ``llm``, ``ircot``, ``reader``: for tables whose rows ask a language model; with a ``reader``
    every row is answered from and scored by EM and F1.
    """

    experiment: ExperimentSettings
    dataset: DatasetSettings
    preset: PresetSettings
    openie: OpenIESettings
    encoder: EncoderSettings
    graph: GraphSettings
    synonymy: SynonymySettings
    expansion: ExpansionSettings
    retriever: RetrieverSettings
    evaluation: EvaluationSettings
    llm: Annotated[LLMSettings | None, Field(exclude_if=is_none)] = None
    ircot: Annotated[IRCoTSettings | None, Field(exclude_if=is_none)] = None
    reader: Annotated[ReaderSettings | None, Field(exclude_if=is_none)] = None
    query_ner: Literal["file", "capitalized"] = "file"
    limit: Annotated[int, Field(ge=1)] | None = None
    strict: bool = False
    data: FolderSettings = FolderSettings()
    cache: FolderSettings = FolderSettings()
    checkpoints: dict[Text, Text] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        return resolved_extractor(resolved_encoder(values))
