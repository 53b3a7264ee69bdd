"""The configuration of ``hippo-exp extract``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import Settings, Share, Text
from hippo_exp.config.schema.dataset import DatasetSettings
from hippo_exp.config.schema.llm import LLMSettings
from hippo_exp.config.schema.root import FolderSettings


class PromptSettings(Settings):
    """Files in place of the project's prompts; null for the project's own."""

    ner: Text | None
    triples: Text | None
    query_ner: Text | None
    repair: Text | None


class GatesSettings(Settings):
    """When a run stops; see ``openie.extract.GateSettings``."""

    smoke_size: Annotated[int, Field(ge=0, le=1_000_000)]
    smoke_share: Share
    parse_error_share: Share
    parse_error_after: Annotated[int, Field(ge=0)]
    max_api_errors_in_a_row: Annotated[int, Field(ge=1)]


class ExtractSettings(Settings):
    """Triples of a corpus and entities of its questions, by a language model.

    Attributes:
        to: folder for the files; null for the folder of one's own data.
        limit_passages: the first passages alone; null for all.
        questions: whether entities of the questions are extracted too.
        dry_run: print the estimate and stop.
    """

    dataset: DatasetSettings
    llm: LLMSettings | None = None
    prompts: PromptSettings
    gates: GatesSettings
    to: Annotated[Text | None, Field(exclude=True)] = None
    limit_passages: Annotated[int, Field(ge=1)] | None = None
    questions: bool = True
    dry_run: bool = False
    data: Annotated[FolderSettings, Field(exclude=True)] = FolderSettings()
    cache: Annotated[FolderSettings, Field(exclude=True)] = FolderSettings()

    @model_validator(mode="before")
    @classmethod
    def _without_the_preset(cls, values: Any) -> Any:
        """A data set's file brings the preset of its tables, which extraction does not read."""
        if not isinstance(values, Mapping):
            return values
        brought = ("preset", "graph", "synonymy", "retriever", "evaluation")
        return {key: value for key, value in values.items() if key not in brought}
