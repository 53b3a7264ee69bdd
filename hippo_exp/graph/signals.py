"""What can be told of an extraction without gold triples: signals that may fall with lost facts.

Each signal is one number of a whole index, made from passages, facts, graph and links alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.types import FactTable, FloatArray, KnowledgeGraph, Passage, SparseArray


@dataclass(frozen=True)
class Observed:
    """An index as its keeper sees it.

    Attributes:
        passages: (n_passages,) the corpus.
        names: (n_passages,) normalised names in each passage, found without the extraction.
        facts: what was extracted.
        graph: what was built from it.
        cosines: (n_links,) similarity of each question's entity with its nearest node.
        again: facts of a second, independent extraction of the same passages; None without one.
    """

    passages: Sequence[Passage]
    names: Sequence[Sequence[str]]
    facts: FactTable
    graph: KnowledgeGraph
    cosines: FloatArray
    again: FactTable | None = None


def facts_per_passage(seen: Observed) -> float:
    """Mean number of distinct facts of a passage."""
    return float(seen.facts.passage_facts.nnz) / max(1, len(seen.passages))


def facts_per_100_words(seen: Observed) -> float:
    """Facts for each hundred words of the corpus."""
    words = sum(len(passage.text.split()) for passage in seen.passages)
    return 100.0 * float(seen.facts.passage_facts.nnz) / max(1, words)


def passages_with_facts(seen: Observed) -> float:
    """Share of the passages from which at least one fact was extracted."""
    return float(np.mean(np.diff(seen.facts.passage_facts.indptr) > 0))


def entity_coverage(seen: Observed) -> float:
    """Share of the names in the passages that the passage's own facts hold.

    A name counts as held when it is, or is part of, a subject or an object of its passage.
    """
    held = total = 0
    nodes = seen.facts.nodes
    ends = seen.facts.fact_ends
    matrix = seen.facts.passage_facts
    for passage, names in enumerate(seen.names):
        found = matrix.indices[matrix.indptr[passage] : matrix.indptr[passage + 1]]
        text = "\n".join(nodes[node] for node in np.unique(ends[found]))
        total += len(names)
        held += sum(name in text for name in names)
    return held / max(1, total)


def mean_link_score(seen: Observed) -> float:
    """Mean similarity of a question's entity with the node that it is linked to."""
    return float(seen.cosines.mean()) if len(seen.cosines) else 0.0


def exact_links(seen: Observed) -> float:
    """Share of the questions' entities that a node names letter by letter."""
    return float(np.mean(seen.cosines > 1 - 1e-6)) if len(seen.cosines) else 0.0


def largest_component(seen: Observed) -> float:
    """Share of the nodes in the largest connected component."""
    return seen.graph.counts["largest_component"] / max(1, len(seen.graph.nodes))


def mean_degree(seen: Observed) -> float:
    """Mean number of neighbours of a node, synonymy edges included."""
    return float(seen.graph.adjacency.nnz) / max(1, len(seen.graph.nodes))


def nodes_in_many_passages(seen: Observed) -> float:
    """Share of the nodes that more than one passage holds."""
    return float(np.mean(seen.graph.specificity < 1)) if len(seen.graph.nodes) else 0.0


def agreement(seen: Observed) -> float:
    """Jaccard index of the facts of two extractions, passage by passage, over all passages."""
    if seen.again is None:
        return 0.0
    return jaccard(seen.facts, seen.again)


def jaccard(one: FactTable, two: FactTable) -> float:
    """Facts that both tables have in the same passage, over those that either has."""
    shared = len(np.intersect1d(_keys(one, two), _keys(two, one), assume_unique=True))
    either = _nnz(one.passage_facts) + _nnz(two.passage_facts) - shared
    return shared / max(1, either)


def _nnz(matrix: SparseArray) -> int:
    return int(matrix.nnz)


def _keys(table: FactTable, other: FactTable) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """(n_entries,) a number for each passage and fact, the same in both tables."""
    known = {fact: number for number, fact in enumerate(sorted({*table.facts, *other.facts}))}
    numbers = np.array([known[fact] for fact in table.facts], dtype=np.int64)
    entries = table.passage_facts.tocoo()
    return np.unique(entries.row.astype(np.int64) * max(1, len(known)) + numbers[entries.col])


SIGNALS: dict[str, tuple[str, Callable[[Observed], float]]] = {
    "facts_per_passage": ("Facts per passage", facts_per_passage),
    "facts_per_100_words": ("Facts per 100 words", facts_per_100_words),
    "passages_with_facts": ("Passages with facts", passages_with_facts),
    "entity_coverage": ("Names covered by facts", entity_coverage),
    "mean_link_score": ("Mean linking score", mean_link_score),
    "exact_links": ("Exact linkings", exact_links),
    "largest_component": ("Largest component", largest_component),
    "mean_degree": ("Mean degree", mean_degree),
    "nodes_in_many_passages": ("Nodes in several passages", nodes_in_many_passages),
    "agreement": ("Agreement of two extractions", agreement),
}
"""Id -> (name, function), in the order of the tables."""
