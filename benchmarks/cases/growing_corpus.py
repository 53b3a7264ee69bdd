"""A generated corpus of a stated size, and some passages more that are added to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from benchmarks.cases.hipporag_graph import Size, draw_triples
from benchmarks.cases.openie_corpus import draw_phrases
from benchmarks.cases.vectors import THRESHOLD, vector_case
from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.graph import build_graph, collect_facts, find_synonyms
from hippo_exp.graph.incremental import (
    IncrementalIndex,
    IndexedPassage,
    IndexRules,
    SynonymyRule,
)
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import (
    Extraction,
    FactTable,
    KnowledgeGraph,
    PassageExtraction,
    SynonymEdges,
    Vectors,
)

SEED = 20_240_520
EXTRA = 20
"""Passages beyond the corpus; they are added in turn."""
NODES, TRIPLES = 2, 3
"""Of a passage, on average."""
DIM = 384

Kind = Literal["sparse", "dense"]
RULE = SynonymyRule(THRESHOLD, max_neighbors=100, alnum="unicode")
RULES = IndexRules(
    normalize=NORMALIZERS["clean"],
    keep_empty=False,
    fact_weight="triple_count",
    synonym_merge="add",
    passage_matrix="fact_count",
    synonymy=RULE,
)
"""Preset ``clean``."""


@dataclass(frozen=True)
class GrowingCorpus:
    """A corpus before one passage more comes.

    Attributes:
        corpus: (n_passages,) passages that are there.
        extra: (EXTRA,) passages that come.
        kind: of the vectors.
    """

    corpus: tuple[IndexedPassage, ...]
    extra: tuple[IndexedPassage, ...]
    kind: Kind

    @property
    def grown(self) -> tuple[IndexedPassage, ...]:
        """The corpus with the first passage more."""
        return (*self.corpus, self.extra[0])

    @cached_property
    def vectors(self) -> Vectors:
        """(n_phrases, dim) of the phrases of all passages, in code-point order."""
        if self.kind == "dense":
            return vector_case(len(self._place), DIM, "decaying").vectors
        return CharNgramEncoder().encode(tuple(self._place), "phrase")

    def encode(self, phrases: Sequence[str]) -> Vectors:
        """Vectors of some phrases: looked up, so that no encoder is timed."""
        return self.vectors[[self._place[phrase] for phrase in phrases]]

    @cached_property
    def synonyms(self) -> SynonymEdges:
        """Synonymy edges of the grown corpus."""
        return synonyms_of(facts_of(self.grown), self)

    @cached_property
    def index(self) -> IncrementalIndex:
        """The index of the corpus."""
        nodes = facts_of(self.grown).nodes
        index = IncrementalIndex.from_index(
            RULES,
            self.grown,
            nodes=nodes,
            vectors=self.encode(nodes),
            synonyms=self.synonyms,
            encode=self.encode,
        )
        index.remove([self.extra[0].id])
        return index

    @cached_property
    def reference(self) -> KnowledgeGraph:
        """The graph of the grown corpus, from scratch."""
        return graph_of(facts_of(self.grown), self.synonyms)

    @cached_property
    def _place(self) -> dict[str, int]:
        nodes = facts_of((*self.corpus, *self.extra)).nodes
        return {phrase: place for place, phrase in enumerate(nodes)}


def growing_corpus(n_passages: int, kind: Kind) -> GrowingCorpus:
    """Draw the passages; two phrases and three triples each, a fifth of the phrases variants."""
    rng = np.random.default_rng(SEED)
    total = n_passages + EXTRA
    phrases = draw_phrases(NODES * total, rng)
    owners, objects = draw_triples(Size(total, NODES * total, TRIPLES * total, 0), rng)
    rows: list[list[tuple[str, str, str]]] = [[] for _ in range(total)]
    for owner, target in zip(owners.tolist(), objects.tolist(), strict=True):
        rows[owner].append((phrases[owner], "is related to", phrases[target]))
    passages = tuple(
        IndexedPassage(str(number), PassageExtraction((), tuple(facts)))
        for number, facts in enumerate(rows)
    )
    return GrowingCorpus(passages[:n_passages], passages[n_passages:], kind)


def facts_of(passages: Sequence[IndexedPassage]) -> FactTable:
    """The library's facts of some passages."""
    records = tuple(passage.extraction for passage in passages)
    return collect_facts(Extraction("generated", records, ""), RULES.normalize, keep_empty=False)


def synonyms_of(facts: FactTable, case: GrowingCorpus) -> SynonymEdges:
    """The library's synonymy edges of their nodes."""
    return find_synonyms(
        case.encode(facts.nodes),
        facts.nodes,
        threshold=RULE.threshold,
        max_neighbors=RULE.max_neighbors,
        alnum=RULE.alnum,
        memory_mb=2048,
    )


def graph_of(facts: FactTable, synonyms: SynonymEdges) -> KnowledgeGraph:
    """The library's graph."""
    return build_graph(
        facts,
        synonyms,
        fact_weight=RULES.fact_weight,
        synonym_merge=RULES.synonym_merge,
        passage_matrix=RULES.passage_matrix,
    )
