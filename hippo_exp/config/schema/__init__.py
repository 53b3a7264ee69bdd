"""Typed settings with range checks."""

from hippo_exp.config.schema.dataset import (
    CustomSettings,
    DatasetFile,
    DatasetSettings,
    FileSettings,
    GeneratedSettings,
    MuSiQueSettings,
    ReleaseSettings,
    SupportingFactsSettings,
)
from hippo_exp.config.schema.experiment import ChooseSettings, ExperimentSettings, RowSettings
from hippo_exp.config.schema.extract import ExtractSettings
from hippo_exp.config.schema.llm import (
    IRCoTSettings,
    LLMSettings,
    ReaderSettings,
    RoleSettings,
    RolesSettings,
)
from hippo_exp.config.schema.method import (
    CharNgramSettings,
    ColBERTSettings,
    EncoderSettings,
    ExpansionSettings,
    GraphSettings,
    MiniLMSettings,
    PPRSettings,
    QueryNodesAndNeighborsSettings,
    QueryNodesSettings,
    SentenceTransformerSettings,
    SynonymySettings,
)
from hippo_exp.config.schema.paper import PaperSettings
from hippo_exp.config.schema.pathfinding import PathfindingSettings
from hippo_exp.config.schema.root import RetrievalSettings, RunSettings

__all__ = [
    "CharNgramSettings",
    "ChooseSettings",
    "ColBERTSettings",
    "CustomSettings",
    "DatasetFile",
    "DatasetSettings",
    "EncoderSettings",
    "ExpansionSettings",
    "ExperimentSettings",
    "ExtractSettings",
    "FileSettings",
    "GeneratedSettings",
    "GraphSettings",
    "IRCoTSettings",
    "LLMSettings",
    "MiniLMSettings",
    "MuSiQueSettings",
    "PPRSettings",
    "PaperSettings",
    "PathfindingSettings",
    "QueryNodesAndNeighborsSettings",
    "QueryNodesSettings",
    "ReaderSettings",
    "ReleaseSettings",
    "RetrievalSettings",
    "RoleSettings",
    "RolesSettings",
    "RowSettings",
    "RunSettings",
    "SentenceTransformerSettings",
    "SupportingFactsSettings",
    "SynonymySettings",
]
