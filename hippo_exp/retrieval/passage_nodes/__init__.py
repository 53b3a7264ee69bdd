"""Passages as nodes of the PageRank graph, and restarts at passages."""

from hippo_exp.retrieval.passage_nodes.explanation import (
    MassExplanation,
    PassageMass,
    PassageParts,
)
from hippo_exp.retrieval.passage_nodes.normalization import (
    NormalizationName,
    ResetNormalization,
    reset_normalization,
    softmax,
    top_m,
)
from hippo_exp.retrieval.passage_nodes.parts import MassParts
from hippo_exp.retrieval.passage_nodes.reset import PassageReset
from hippo_exp.retrieval.passage_nodes.retriever import PassageNodesRetriever
from hippo_exp.retrieval.passage_nodes.scoring import Scoring
from hippo_exp.retrieval.passage_nodes.search import PassageSearch

__all__ = [
    "MassExplanation",
    "MassParts",
    "NormalizationName",
    "PassageMass",
    "PassageNodesRetriever",
    "PassageParts",
    "PassageReset",
    "PassageSearch",
    "ResetNormalization",
    "Scoring",
    "reset_normalization",
    "softmax",
    "top_m",
]
