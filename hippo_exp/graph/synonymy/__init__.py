"""Synonymy edges: exact thresholded nearest neighbours of node vectors within a memory cap."""

from hippo_exp.graph.synonymy.eligible import Alnum, eligible_sources
from hippo_exp.graph.synonymy.late_interaction import find_late_interaction_synonyms
from hippo_exp.graph.synonymy.search import find_synonyms
from hippo_exp.graph.synonymy.select import SCORE_TOLERANCE, select_synonyms

__all__ = [
    "SCORE_TOLERANCE",
    "Alnum",
    "eligible_sources",
    "find_late_interaction_synonyms",
    "find_synonyms",
    "select_synonyms",
]
