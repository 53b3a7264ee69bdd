"""HippoRAG 2: query-to-fact linking, with passages in the graph."""

from hippo_exp.retrieval.fact_linking.candidates import Candidates, FactIndex
from hippo_exp.retrieval.fact_linking.filtering import FactFilter
from hippo_exp.retrieval.fact_linking.phrases import phrase_weights
from hippo_exp.retrieval.fact_linking.retriever import (
    RESET_WEIGHT,
    FactLinkingRetriever,
    LinkedFacts,
)
from hippo_exp.retrieval.fact_linking.texts import fact_texts

__all__ = [
    "RESET_WEIGHT",
    "Candidates",
    "FactFilter",
    "FactIndex",
    "FactLinkingRetriever",
    "LinkedFacts",
    "fact_texts",
    "phrase_weights",
]
