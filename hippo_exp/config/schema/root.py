"""The whole configuration of a retrieval experiment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import FolderName, Names, Settings, Text, is_none
from hippo_exp.config.schema.checkpoints import resolved_encoder
from hippo_exp.config.schema.classes import ClassesSettings
from hippo_exp.config.schema.cost import BreakEvenSettings, CostSettings, LatencySettings
from hippo_exp.config.schema.dataset import DatasetSettings
from hippo_exp.config.schema.encoders import EncoderSettings
from hippo_exp.config.schema.errors import ErrorSettings, resolved_depth
from hippo_exp.config.schema.expansions import ExpansionSettings
from hippo_exp.config.schema.experiment import EvaluationSettings, ExperimentSettings
from hippo_exp.config.schema.extractors import resolved_extractor
from hippo_exp.config.schema.llm import IRCoTSettings, LLMSettings, ReaderSettings
from hippo_exp.config.schema.maintenance import MaintenanceSettings
from hippo_exp.config.schema.method import (
    GraphSettings,
    OpenIESettings,
    RetrieverSettings,
    SynonymySettings,
)
from hippo_exp.config.schema.presets import PresetSettings, resolved_rows
from hippo_exp.config.schema.quality import QualitySettings, resolved_noise
from hippo_exp.config.schema.variety import VarietySettings
from hippo_exp.config.schema.watch import WatchSettings


class FolderSettings(Settings):
    """A folder that may be left to its default."""

    root: Text | None = None


class CacheSettings(FolderSettings):
    """Where stage outputs, cells and model replies are kept, and how much of the first.

    Attributes:
        max_gb: at the end of a run the least recently used stage outputs go until the rest has at
            most so many 10^9 bytes; None keeps all.
    """

    max_gb: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class CellsSettings(Settings):
    """What is done about cells that earlier runs finished, or that fail.

    Attributes:
        mode: ``only_missing`` works on cells without a done mark, ``overwrite`` on all,
            ``table_only`` on none.
        fail_fast: the first cell that fails ends the run.
        time_limit_s: seconds of wall time that one cell may take.
    """

    mode: Literal["only_missing", "overwrite", "table_only"] = "only_missing"
    fail_fast: bool = False
    time_limit_s: Annotated[float, Field(gt=0, le=31_536_000)] | None = None


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
    ``cost``, ``latency``, ``break_even``: for experiments about cost. ``errors``: for the error
    analysis. ``maintenance``: for the upkeep of an index. ``quality``, ``gold`` (a file of gold
    triples) and ``extraction`` (a file in place of the data set's own): for the intrinsic
    evaluation of an extraction.
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
    cost: Annotated[CostSettings | None, Field(exclude_if=is_none)] = None
    latency: Annotated[LatencySettings | None, Field(exclude_if=is_none)] = None
    break_even: Annotated[BreakEvenSettings | None, Field(exclude_if=is_none)] = None
    errors: Annotated[ErrorSettings | None, Field(exclude_if=is_none)] = None
    classes: Annotated[ClassesSettings | None, Field(exclude_if=is_none)] = None
    maintenance: Annotated[MaintenanceSettings | None, Field(exclude_if=is_none)] = None
    quality: Annotated[QualitySettings | None, Field(exclude_if=is_none)] = None
    watch: Annotated[WatchSettings | None, Field(exclude_if=is_none)] = None
    variety: Annotated[VarietySettings | None, Field(exclude_if=is_none)] = None
    gold: Annotated[Text | None, Field(exclude_if=is_none)] = None
    extraction: Annotated[Text | None, Field(exclude_if=is_none)] = None
    query_ner: Literal["file", "capitalized"] = "file"
    limit: Annotated[int, Field(ge=1)] | None = None
    strict: bool = False
    data: FolderSettings = FolderSettings()
    cache: CacheSettings = CacheSettings()
    cells: CellsSettings = CellsSettings()
    checkpoints: dict[Text, Text] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        meant = resolved_extractor(resolved_encoder(values))
        return resolved_rows(resolved_noise(resolved_depth(meant)))
