"""An index that grows passage by passage: what one more touches, beside a build from scratch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.graph.incremental import (
    Change,
    Encode,
    IncrementalIndex,
    IndexedPassage,
    IndexRules,
    SynonymyRule,
)
from hippo_exp.pipeline.progress import Progress
from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import IntArray


@dataclass(frozen=True, slots=True)
class Step:
    """One size of the index; the columns of ``growth.csv`` are these fields in this order.

    Attributes:
        passages, nodes, edges: what the index holds.
        new_nodes: phrases that a passage more brings, the mean over those that were added.
        specificities: node specificities that it changes, new ones included; the mean.
        idfs: inverse document frequencies that it changes: those of all nodes; the mean.
        pairs: node pairs whose weight is computed; the mean.
        searched: nodes whose synonyms are searched among all; the mean.
        built_triples: triple rows that a build from scratch reads.
        built_pairs: node pairs whose weight it computes.
        built_searched: nodes whose synonyms it searches among all.
    """

    passages: int
    nodes: int
    edges: int
    new_nodes: float
    specificities: float
    idfs: float
    pairs: float
    searched: float
    built_triples: int
    built_pairs: int
    built_searched: int


def index_rules(settings: RetrievalSettings) -> IndexRules:
    """The rules by which a row's index is built."""
    graph, synonymy = settings.graph, settings.synonymy
    rule = SynonymyRule(
        synonymy.threshold, synonymy.max_neighbors, synonymy.min_alnum, synonymy.alnum
    )
    return IndexRules(
        normalize=NORMALIZERS[graph.normalizer],
        keep_empty=graph.keep_empty_phrases,
        fact_weight=graph.fact_weight,
        synonym_merge=graph.synonym_merge,
        passage_matrix=graph.passage_matrix,
        synonymy=rule if synonymy.enabled else None,
    )


def lookup(index: Index) -> Encode:
    """Vectors of an index's nodes, so that nothing is encoded again."""
    assert index.node_vectors is not None
    vectors = index.node_vectors
    place = {phrase: number for number, phrase in enumerate(index.graph.nodes)}
    return lambda phrases: vectors[[place[phrase] for phrase in phrases]]


def number_added(wanted: int, n_passages: int) -> int:
    """Passages that are added one by one: as many as wanted, and at most half the corpus."""
    return min(wanted, max(n_passages // 2, 1))


def grow(
    rules: IndexRules,
    encode: Encode,
    passages: Sequence[IndexedPassage],
    order: IntArray,
    *,
    sizes: Sequence[int],
    n_added: int,
) -> tuple[list[Step], IncrementalIndex]:
    """Grow an index through some sizes, and at each add some passages, each by itself.

    Args:
        rules, encode: of the index.
        passages: (n_passages,) of the corpus.
        order: (n_passages,) in which they come.
        sizes: ascending; those that leave fewer than ``n_added`` passages are passed over, and the
            largest possible one is added.
        n_added: at each size.

    Returns:
        One step for each size, and the index with all passages.
    """
    index = IncrementalIndex(rules, encode)
    coming = [passages[place] for place in order.tolist()]
    largest = len(coming) - n_added
    steps = []
    with Progress("growing index", len(coming), "passages") as progress:
        progress.start()
        for size in [*(size for size in sizes if size < largest), largest]:
            new = coming[len(index.passage_ids) : size]
            index.add(new)
            steps.append(_step(index, rules, coming[size : size + n_added]))
            progress.advance(len(new))
        index.add(coming[largest:])
    return steps, index


def _step(index: IncrementalIndex, rules: IndexRules, coming: Sequence[IndexedPassage]) -> Step:
    counts, nodes = index.graph().counts, index.n_nodes
    changes: list[Change] = []
    for passage in coming:
        changes.append(index.add([passage]))
        index.remove([passage.id])
    new = _mean([change.nodes_added for change in changes])
    return Step(
        passages=counts["passages"],
        nodes=nodes,
        edges=counts["edges"],
        new_nodes=new,
        specificities=_mean([change.specificities for change in changes]),
        idfs=nodes + new,
        pairs=_mean([change.pairs for change in changes]),
        searched=_mean([change.searched for change in changes]),
        built_triples=counts["rows"],
        built_pairs=counts["edges"],
        built_searched=nodes if rules.synonymy is not None else 0,
    )


def _mean(values: Sequence[int]) -> float:
    return float(np.mean(values))
