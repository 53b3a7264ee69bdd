"""Each ablation has its effect by construction, and no retriever is near 0 or 100."""

from __future__ import annotations

import bm25s
import numpy as np
import pytest
from corpus_retrieval import Index, recall_at_5, vectors

from hippo_exp.pathfinding.corpus import SyntheticCorpus, SyntheticParameters, generate_corpus
from hippo_exp.text import ANALYZERS


@pytest.fixture(scope="module", params=[0, 1])
def default(request: pytest.FixtureRequest) -> SyntheticCorpus:
    return generate_corpus(SyntheticParameters(seed=request.param))


def bm25(corpus: SyntheticCorpus) -> float:
    analyze = ANALYZERS["standard"]
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index([analyze(p.contents) for p in corpus.dataset.passages], show_progress=False)
    asked = [analyze(q.text) for q in corpus.dataset.questions]
    found, _ = index.retrieve(asked, k=5, show_progress=False)
    return recall_at_5(corpus, np.asarray(found))


def dense(corpus: SyntheticCorpus) -> float:
    passages = vectors([p.contents for p in corpus.dataset.passages])
    questions = vectors([q.text for q in corpus.dataset.questions])
    scores = (questions @ passages.T).toarray()
    return recall_at_5(corpus, np.argsort(-scores, axis=1, kind="stable"))


def test_effects(default: SyntheticCorpus) -> None:
    index = Index(default)
    restart = index.restart(default)
    full = recall_at_5(default, index.rank(index.pagerank(restart)))
    nodes_only = recall_at_5(default, index.rank(restart))
    facts_only = recall_at_5(default, index.rank(index.pagerank(restart, synonyms=False)))
    flat = index.pagerank(index.restart(default, specificity=False))
    without_specificity = recall_at_5(default, index.rank(flat))
    lexical, embedded = bm25(default), dense(default)
    assert 58 < full < 90
    assert 15 < embedded < 75
    assert 15 < lexical < 75
    assert full - max(lexical, embedded) > 10
    assert full - nodes_only > 10
    assert full - facts_only > 4
    assert full - without_specificity > 4


def test_without_variants_synonymy_edges_change_little() -> None:
    made = generate_corpus(SyntheticParameters(variant_rate=0.0, query_variant_rate=0.0))
    index = Index(made)
    restart = index.restart(made)
    full = recall_at_5(made, index.rank(index.pagerank(restart)))
    facts_only = recall_at_5(made, index.rank(index.pagerank(restart, synonyms=False)))
    assert abs(full - facts_only) < 1.0


def test_without_common_entities_specificity_changes_little() -> None:
    """What is left of its effect comes from years and from forms of unequal frequency."""
    made = generate_corpus(SyntheticParameters(hub_share=0.0, hub_mentions=0.0, literal_facts=0.0))
    index = Index(made)
    full = recall_at_5(made, index.rank(index.pagerank(index.restart(made))))
    flat = index.pagerank(index.restart(made, specificity=False))
    assert abs(full - recall_at_5(made, index.rank(flat))) < 2.0
