"""The knowledge graph and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hippo_exp.types.arrays import FloatArray, IntArray, SparseArray
from hippo_exp.types.extraction import Triple


@dataclass(frozen=True)
class FactTable:
    """Normalised facts of a corpus.

    Attributes:
        nodes: (n_nodes,) distinct subjects and objects, sorted.
        facts: (n_facts,) distinct triples, sorted.
        fact_ends: (n_facts, 2) int64 node positions of subject and object.
        passage_facts: (n_passages, n_facts) CSR of 0/1: passage states the fact.
        occurrences: (n_facts,) int64 number of kept triple rows that state the fact,
            repetitions inside one passage included.
        counts: passages, rows, kept rows and dropped rows by reason.
    """

    nodes: tuple[str, ...]
    facts: tuple[Triple, ...]
    fact_ends: IntArray
    passage_facts: SparseArray
    occurrences: IntArray
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class SynonymEdges:
    """Directed synonymy hits, sorted by source, then by descending score.

    Attributes:
        source: (n_edges,) int64 node positions; the node whose neighbours were searched.
        target: (n_edges,) int64 node positions, never equal to ``source``.
        score: (n_edges,) float32 cosine (or normalised late-interaction) similarity.
    """

    source: IntArray
    target: IntArray
    score: NDArray[np.float32]


@dataclass(frozen=True)
class KnowledgeGraph:
    """The index that HippoRAG searches (paper, sections 2.3 and 3.4).

    Attributes:
        nodes: (n_nodes,) phrases, sorted.
        adjacency: (n_nodes, n_nodes) symmetric CSR float64, finite weights > 0, empty diagonal.
        passage_nodes: (n_passages, n_nodes) CSR float64, the paper's matrix P.
        specificity: (n_nodes,) float64 in (0, 1]: 1 / number of passages that hold the node.
        counts: statistics of table 1 and of everything dropped on the way.
    """

    nodes: tuple[str, ...]
    adjacency: SparseArray
    passage_nodes: SparseArray
    specificity: FloatArray
    counts: Mapping[str, int] = field(default_factory=dict)
