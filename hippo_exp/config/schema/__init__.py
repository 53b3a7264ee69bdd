"""Typed settings with range checks."""

from hippo_exp.config.schema.dataset import DatasetSettings, FileSettings
from hippo_exp.config.schema.experiment import ExperimentSettings, RowSettings
from hippo_exp.config.schema.method import (
    CharNgramSettings,
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
from hippo_exp.config.schema.pathfinding import PathfindingSettings
from hippo_exp.config.schema.root import RetrievalSettings, RunSettings

__all__ = [
    "CharNgramSettings",
    "DatasetSettings",
    "EncoderSettings",
    "ExpansionSettings",
    "ExperimentSettings",
    "FileSettings",
    "GraphSettings",
    "MiniLMSettings",
    "PPRSettings",
    "PathfindingSettings",
    "QueryNodesAndNeighborsSettings",
    "QueryNodesSettings",
    "RetrievalSettings",
    "RowSettings",
    "RunSettings",
    "SentenceTransformerSettings",
    "SynonymySettings",
]
