"""The whole configuration of a retrieval experiment."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import FolderName, Names, Settings, Text
from hippo_exp.config.schema.dataset import DatasetSettings
from hippo_exp.config.schema.experiment import EvaluationSettings, ExperimentSettings
from hippo_exp.config.schema.method import (
    EncoderSettings,
    ExpansionSettings,
    GraphSettings,
    OpenIESettings,
    RetrieverSettings,
    SynonymySettings,
)


class FolderSettings(Settings):
    """A folder that may be left to its default."""

    root: Text | None = None


class PresetSettings(Settings):
    """The preset whose values the configuration started from."""

    name: Literal["paper", "clean"]


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
    """Everything that a retrieval table depends on."""

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
    query_ner: Literal["file", "capitalized"] = "file"
    limit: Annotated[int, Field(ge=1)] | None = None
    strict: bool = False
    data: FolderSettings = FolderSettings()
    cache: FolderSettings = FolderSettings()
