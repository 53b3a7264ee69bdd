"""Frozen data types that flow between the stages; they hold data and no behaviour of a stage."""

from hippo_exp.types.arrays import FloatArray, IntArray, SparseArray, Vectors
from hippo_exp.types.cell import Cell, Comparison
from hippo_exp.types.corpus import Dataset, GoldUnit, Passage, Query, Question
from hippo_exp.types.extraction import Extraction, PassageExtraction, Triple
from hippo_exp.types.graph import FactTable, KnowledgeGraph, SynonymEdges
from hippo_exp.types.ranking import Ranking, ScoreBlock

__all__ = [
    "Cell",
    "Comparison",
    "Dataset",
    "Extraction",
    "FactTable",
    "FloatArray",
    "GoldUnit",
    "IntArray",
    "KnowledgeGraph",
    "Passage",
    "PassageExtraction",
    "Query",
    "Question",
    "Ranking",
    "ScoreBlock",
    "SparseArray",
    "SynonymEdges",
    "Triple",
    "Vectors",
]
