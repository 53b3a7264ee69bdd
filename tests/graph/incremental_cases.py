"""Passages, vectors and rebuilds for the tests of the incremental index."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import numpy as np
from graph_cases import ascii_phrase
from scipy import sparse

from hippo_exp.graph import build_graph, collect_facts, find_synonyms
from hippo_exp.graph.incremental import IndexedPassage, IndexRules, SynonymyRule
from hippo_exp.types import Extraction, KnowledgeGraph, PassageExtraction, Vectors

Rows = Sequence[Sequence[str]]

PHRASES = (*map("".join, itertools.product("abc", repeat=3)), "ab", "b1")
"""29 phrases; the last two are too short to be the source of a synonymy edge."""


def passage(name: str, rows: Rows, text: str = "") -> IndexedPassage:
    return IndexedPassage(name, PassageExtraction((), tuple(map(tuple, rows))), text)


def letter_vectors(phrases: Sequence[str]) -> np.ndarray:
    """(n, 12) one of three directions for each place of a letter: many ties, cosines k / 3."""
    vectors = np.zeros((len(phrases), 12), dtype=np.float32)
    for row, phrase in enumerate(phrases):
        for place, letter in enumerate(phrase[:3]):
            vectors[row, 3 * place + "abc".find(letter)] += 1  # another letter counts as c
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors /= np.where(norms > 0, norms, 1)
    return vectors


def sparse_letter_vectors(phrases: Sequence[str]) -> sparse.csr_array:
    return sparse.csr_array(letter_vectors(phrases))


def rules(
    synonymy: SynonymyRule | None,
    *,
    paper: bool = False,
    keep_empty: bool = False,
    matrix: str = "fact_count",
) -> IndexRules:
    return IndexRules(
        normalize=ascii_phrase,
        keep_empty=keep_empty,
        fact_weight="per_direction" if paper else "triple_count",
        synonym_merge="replace" if paper else "add",
        passage_matrix=matrix,  # type: ignore[arg-type]
        synonymy=synonymy,
    )


def rebuilt(
    passages: Sequence[IndexedPassage], how: IndexRules, encode: Callable[[Sequence[str]], Vectors]
) -> KnowledgeGraph:
    """The graph of some passages, from scratch."""
    records = tuple(item.extraction for item in passages)
    facts = collect_facts(Extraction("", records, ""), how.normalize, keep_empty=how.keep_empty)
    synonyms = None
    if how.synonymy is not None:
        synonyms = find_synonyms(
            encode(facts.nodes),
            facts.nodes,
            threshold=how.synonymy.threshold,
            max_neighbors=how.synonymy.max_neighbors,
            min_alnum=how.synonymy.min_alnum,
            alnum=how.synonymy.alnum,
        )
    return build_graph(
        facts,
        synonyms,
        fact_weight=how.fact_weight,
        synonym_merge=how.synonym_merge,
        passage_matrix=how.passage_matrix,
        contents=[item.contents for item in passages],
        normalize=how.normalize,
    )


def assert_same(found: KnowledgeGraph, expected: KnowledgeGraph) -> None:
    """Equal in every bit, counts and kinds of number included."""
    assert found.nodes == expected.nodes
    assert found.counts == expected.counts
    assert found.specificity.tolist() == expected.specificity.tolist()
    for one, two in (
        (found.adjacency, expected.adjacency),
        (found.passage_nodes, expected.passage_nodes),
    ):
        assert one.shape == two.shape
        assert one.indices.dtype == two.indices.dtype
        for part in ("indptr", "indices", "data"):
            assert getattr(one, part).tolist() == getattr(two, part).tolist()
