"""The knowledge graph: facts, synonymy edges, construction, statistics, PageRank, expansions."""

from hippo_exp.graph.build import build_graph
from hippo_exp.graph.expansion import query_nodes, query_nodes_and_neighbors
from hippo_exp.graph.facts import collect_facts
from hippo_exp.graph.origins import EdgeKind, EdgeOrigin, EdgeOrigins
from hippo_exp.graph.pair_weights import FactWeight, SynonymMerge
from hippo_exp.graph.passage_matrix import PassageMatrixKind, build_passage_matrix
from hippo_exp.graph.passage_nodes import PassageEdgeWeight, passage_node_adjacency
from hippo_exp.graph.ppr import (
    PreparedGraph,
    SolveReport,
    personalized_pagerank,
    prepare,
    solve_float32,
)
from hippo_exp.graph.specificity import (
    document_frequency,
    inverse_document_frequency,
    node_specificity,
)
from hippo_exp.graph.statistics import CountRow, compare_counts, graph_counts
from hippo_exp.graph.synonymy import (
    eligible_sources,
    find_late_interaction_synonyms,
    find_synonyms,
    select_synonyms,
)

__all__ = [
    "CountRow",
    "EdgeKind",
    "EdgeOrigin",
    "EdgeOrigins",
    "FactWeight",
    "PassageEdgeWeight",
    "PassageMatrixKind",
    "PreparedGraph",
    "SolveReport",
    "SynonymMerge",
    "build_graph",
    "build_passage_matrix",
    "collect_facts",
    "compare_counts",
    "document_frequency",
    "eligible_sources",
    "find_late_interaction_synonyms",
    "find_synonyms",
    "graph_counts",
    "inverse_document_frequency",
    "node_specificity",
    "passage_node_adjacency",
    "personalized_pagerank",
    "prepare",
    "query_nodes",
    "query_nodes_and_neighbors",
    "select_synonyms",
    "solve_float32",
]
