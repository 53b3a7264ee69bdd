"""Typed settings with range checks."""

from hippo_exp.config.schema.cost import BreakEvenSettings, CostSettings, LatencySettings
from hippo_exp.config.schema.data_files import FileSettings
from hippo_exp.config.schema.dataset import (
    GENERATED_FORMATS,
    BenchmarkSettings,
    CustomSettings,
    DatasetFile,
    DatasetSettings,
    GeneratedSettings,
    MuSiQueSettings,
    ReleaseSettings,
    SupportingFactsSettings,
)
from hippo_exp.config.schema.encoders import (
    CharNgramSettings,
    ColBERTSettings,
    EncoderSettings,
    MiniLMSettings,
    SentenceTransformerSettings,
)
from hippo_exp.config.schema.expansions import (
    ExpansionSettings,
    PPRSettings,
    QueryNodesAndNeighborsSettings,
    QueryNodesSettings,
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
from hippo_exp.config.schema.method import GraphSettings, SynonymySettings
from hippo_exp.config.schema.paper import PaperSettings
from hippo_exp.config.schema.pathfinding import PathfindingSettings
from hippo_exp.config.schema.root import RetrievalSettings, RunSettings

__all__ = [
    "GENERATED_FORMATS",
    "BenchmarkSettings",
    "BreakEvenSettings",
    "CharNgramSettings",
    "ChooseSettings",
    "ColBERTSettings",
    "CostSettings",
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
    "LatencySettings",
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
