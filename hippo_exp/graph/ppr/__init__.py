"""Personalized PageRank: one function for a few queries, a prepared graph for many.

``personalized_pagerank(adjacency, reset)`` does everything at once. ``prepare(adjacency)`` returns
a :class:`PreparedGraph` whose ``solve`` answers further queries without preparing again, and whose
``iter_solve`` yields them block by block. ``solve_float32`` is for rankings: twice as fast, and
verified on a sample.
"""

from hippo_exp.graph.ppr.auto import SOLVERS, SolverName
from hippo_exp.graph.ppr.one_call import personalized_pagerank
from hippo_exp.graph.ppr.prepared import PreparedGraph, prepare
from hippo_exp.graph.ppr.results import Precision, SolvedBlock, SolveReport
from hippo_exp.graph.ppr.verified import solve_float32

__all__ = [
    "SOLVERS",
    "Precision",
    "PreparedGraph",
    "SolveReport",
    "SolvedBlock",
    "SolverName",
    "personalized_pagerank",
    "prepare",
    "solve_float32",
]
