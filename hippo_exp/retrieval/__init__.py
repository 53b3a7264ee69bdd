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
from hippo_exp.retrieval.fact_linking import (
    RESET_WEIGHT,
    FactFilter,
    FactIndex,
    FactLinkingRetriever,
    LinkedFacts,
    fact_texts,
)
from hippo_exp.retrieval.fusion import RankFusionRetriever, ScoreFusionRetriever
from hippo_exp.retrieval.hipporag import Expand, HippoRAGRetriever
from hippo_exp.retrieval.late_interaction import LateInteractionRetriever
from hippo_exp.retrieval.late_interaction_linking import LateInteractionLinker
from hippo_exp.retrieval.linking import CosineLinker, Linker, Links, link_entities
from hippo_exp.retrieval.mention_count import MentionCountRetriever
from hippo_exp.retrieval.no_entity import NoEntity
from hippo_exp.retrieval.passage_nodes import (
    MassExplanation,
    MassParts,
    PassageMass,
    PassageNodesRetriever,
    PassageParts,
    PassageReset,
    ResetNormalization,
    Scoring,
    reset_normalization,
)
from hippo_exp.retrieval.proposition import PropositionRetriever
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.ranking import Ties, rank_passages
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.retrieval.seeds import (
    LinkedEntity,
    LinkedQuery,
    LinkMerge,
    NodeSpecificity,
    restart_weights,
    seed_weights,
)
from hippo_exp.retrieval.similarity import VectorIndex

__all__ = [
    "RESET_WEIGHT",
    "BM25Retriever",
    "Contribution",
    "CosineLinker",
    "DenseRetriever",
    "EnsembleRetriever",
    "Expand",
    "Explanation",
    "FactFilter",
    "FactIndex",
    "FactLinkingRetriever",
    "HippoRAGRetriever",
    "LateInteractionLinker",
    "LateInteractionRetriever",
    "LinkMerge",
    "LinkedEntity",
    "LinkedFacts",
    "LinkedQuery",
    "Linker",
    "Links",
    "MassExplanation",
    "MassParts",
    "MentionCountRetriever",
    "NoEntity",
    "NodeScore",
    "NodeSpecificity",
    "PassageMass",
    "PassageNodesRetriever",
    "PassageParts",
    "PassageReset",
    "PassageTrace",
    "PropositionRetriever",
    "RankFusionRetriever",
    "ResetNormalization",
    "Retriever",
    "ScoreFusionRetriever",
    "Scoring",
    "Seed",
    "Ties",
    "VectorIndex",
    "fact_texts",
    "link_entities",
    "min_max",
    "rank_passages",
    "reset_normalization",
    "restart_weights",
    "seed_weights",
]
