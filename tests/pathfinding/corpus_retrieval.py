"""A second, small implementation of the retrieval that the corpus is made for; an oracle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.feature_extraction.text import HashingVectorizer

from hippo_exp.pathfinding.corpus import SyntheticCorpus
from hippo_exp.text import normalize_clean

Scores = NDArray[np.float64]


def vectors(texts: Sequence[str]) -> sparse.csr_array:
    """Character n-grams of 3 to 5 letters, L2-normalised."""
    vectorizer = HashingVectorizer(
        analyzer="char_wb", ngram_range=(3, 5), n_features=2**18, alternate_sign=False
    )
    return sparse.csr_array(vectorizer.transform(texts))


class Index:
    """Nodes, passage matrix and graph of a corpus's triples."""

    def __init__(self, corpus: SyntheticCorpus) -> None:
        triples = [
            sorted({tuple(map(normalize_clean, row)) for row in record.rows if len(row) == 3})
            for record in corpus.extraction.passages
        ]
        self.nodes = sorted({end for facts in triples for s, _, o in facts for end in (s, o)})
        place = {node: i for i, node in enumerate(self.nodes)}
        held = [
            (p, place[e]) for p, facts in enumerate(triples) for s, _, o in facts for e in (s, o)
        ]
        linked = [(place[s], place[o]) for facts in triples for s, _, o in facts if s != o]
        n = len(self.nodes)
        self.passage_nodes = _count(held, (len(triples), n))
        pairs = _count(linked, (n, n))
        self.facts = sparse.csr_array(pairs + pairs.T)
        self.vectors = vectors(self.nodes)
        close = sparse.csr_array(self.vectors @ self.vectors.T)
        close.data[close.data < 0.8] = 0.0
        close.setdiag(0.0)
        self.synonyms = close
        self.specificity = 1.0 / np.maximum((self.passage_nodes > 0).sum(axis=0), 1)

    def restart(self, corpus: SyntheticCorpus, *, specificity: bool = True) -> Scores:
        """(n_nodes, n_questions) restart weights of the questions' entities."""
        weights = np.zeros((len(self.nodes), len(corpus.dataset.questions)))
        asked = [
            (column, normalize_clean(entity))
            for column, question in enumerate(corpus.dataset.questions)
            for entity in question.entities or ()
        ]
        cosines = (vectors([phrase for _, phrase in asked]) @ self.vectors.T).toarray()
        nearest = cosines.argmax(axis=1)
        columns = [column for column, _ in asked]
        weights[nearest, columns] = self.specificity[nearest] if specificity else 1.0
        shares: Scores = weights / weights.sum(axis=0)
        return shares

    def pagerank(self, restart: Scores, *, synonyms: bool = True) -> Scores:
        """Node scores by power iteration with restart probability 0.5."""
        graph = self.facts + self.synonyms if synonyms else self.facts
        degrees = np.asarray(graph.sum(axis=0)).ravel()
        walk = graph @ sparse.diags_array(1.0 / np.maximum(degrees, 1e-300))
        scores = restart
        for _ in range(40):
            scores = 0.5 * restart + 0.5 * (walk @ scores)
        return scores

    def rank(self, node_scores: Scores) -> NDArray[np.int64]:
        """(n_questions, n_passages) passages, best first."""
        return np.argsort(-(self.passage_nodes @ node_scores).T, axis=1, kind="stable")


def recall_at_5(corpus: SyntheticCorpus, rankings: NDArray[np.int64]) -> float:
    """Mean percentage of gold passages among the first five."""
    keys = corpus.dataset.match_keys
    found = [
        len({keys[p] for p in ranking[:5]} & set(question.gold)) / len(question.gold)
        for ranking, question in zip(rankings, corpus.dataset.questions, strict=True)
    ]
    return 100.0 * float(np.mean(found))


def _count(places: list[tuple[int, int]], shape: tuple[int, int]) -> sparse.csr_array:
    rows, columns = np.array(places).T
    return sparse.csr_array((np.ones(len(places)), (rows, columns)), shape=shape)
