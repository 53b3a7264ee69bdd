"""Retrieval: BM25, dense, late interaction, HippoRAG and others, and their ranking rule."""

from hippo_exp.retrieval.bm25 import BM25Retriever
from hippo_exp.retrieval.dense import DenseRetriever
from hippo_exp.retrieval.ensemble import EnsembleRetriever
from hippo_exp.retrieval.explanation import (
    Contribution,
    Explanation,
    NodeScore,
    PassageTrace,
    Seed,
)
from hippo_exp.retrieval.hipporag import Expand, HippoRAGRetriever
from hippo_exp.retrieval.late_interaction import LateInteractionRetriever
from hippo_exp.retrieval.late_interaction_linking import LateInteractionLinker
from hippo_exp.retrieval.linking import CosineLinker, Linker, Links, link_entities
from hippo_exp.retrieval.no_entity import NoEntity
from hippo_exp.retrieval.proposition import PropositionRetriever
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.ranking import Ties, rank_passages
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.retrieval.seeds import LinkedEntity, LinkedQuery, LinkMerge, restart_weights
from hippo_exp.retrieval.similarity import VectorIndex

__all__ = [
    "BM25Retriever",
    "Contribution",
    "CosineLinker",
    "DenseRetriever",
    "EnsembleRetriever",
    "Expand",
    "Explanation",
    "HippoRAGRetriever",
    "LateInteractionLinker",
    "LateInteractionRetriever",
    "LinkMerge",
    "LinkedEntity",
    "LinkedQuery",
    "Linker",
    "Links",
    "NoEntity",
    "NodeScore",
    "PassageTrace",
    "PropositionRetriever",
    "Retriever",
    "Seed",
    "Ties",
    "VectorIndex",
    "link_entities",
    "min_max",
    "rank_passages",
    "restart_weights",
]
