"""RAPTOR: passages and, above them, summaries of groups of passages (Sarthi et al., ICLR 2024)."""

from hippo_exp.retrieval.raptor.build import Summarize, build_tree, count_words
from hippo_exp.retrieval.raptor.groups import GroupSettings, group_vectors
from hippo_exp.retrieval.raptor.retriever import RaptorRetriever, Reading
from hippo_exp.retrieval.raptor.tree import Summary, SummaryTree

__all__ = [
    "GroupSettings",
    "RaptorRetriever",
    "Reading",
    "Summarize",
    "Summary",
    "SummaryTree",
    "build_tree",
    "count_words",
    "group_vectors",
]
