"""The generated inputs have the counts that the tables state."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.cases.hipporag_graph import LARGEST_CLIQUE, SIZES, hipporag_graph
from benchmarks.cases.openie_corpus import CASE_SIZES, openie_corpus
from benchmarks.cases.pagerank import pagerank_case
from benchmarks.cases.random_graphs import barabasi_albert, erdos_renyi
from benchmarks.cases.vectors import vector_case
from benchmarks.methods.one_query import ONE_QUERY
from hippo_exp.types import SparseArray


def is_simple(graph: SparseArray) -> bool:
    """Symmetric, no loops, every weight positive."""
    return abs(graph - graph.T).max() == 0 and not graph.diagonal().any() and graph.data.min() > 0


def test_erdos_renyi_has_exactly_the_edges_asked_for() -> None:
    graph = erdos_renyi(500, 2_000, 3)
    assert graph.nnz == 4_000
    assert is_simple(graph)
    assert abs(erdos_renyi(500, 2_000, 3) - graph).max() == 0
    assert abs(erdos_renyi(500, 2_000, 4) - graph).max() == 1


def test_barabasi_albert_has_hubs_and_one_component() -> None:
    from scipy.sparse.csgraph import connected_components

    graph = barabasi_albert(3_000, 4, 3)
    degrees = np.diff(graph.indptr)
    assert is_simple(graph)
    assert 11_500 < graph.nnz // 2 < 12_000
    assert degrees.max() > 10 * np.median(degrees)
    assert connected_components(graph, directed=False)[0] == 1


@pytest.mark.parametrize("name", ["tiny", "2Wiki", "MuSiQue"])
def test_the_knowledge_graph_has_the_counts_of_the_paper(name: str) -> None:
    size = SIZES[name]
    graph = hipporag_graph(size, 5)
    assert graph.adjacency.shape == (size.nodes, size.nodes)
    assert graph.adjacency.nnz == 2 * size.edges
    assert is_simple(graph.adjacency)
    assert graph.passage_nodes.shape == (size.passages, size.nodes)
    assert np.diff(graph.passage_nodes.tocsc().indptr).min() >= 1  # every phrase has a passage
    assert graph.passage_nodes.sum() == 2 * size.triples
    assert LARGEST_CLIQUE > 2


def test_vectors_are_unit_rows_with_similar_pairs() -> None:
    case = vector_case(800, 48, "decaying")
    assert case.vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(case.vectors, axis=1) - 1).max() < 1e-6
    products = (case.vectors @ case.vectors.T)[np.triu_indices(800, 1)]
    assert 50 < np.count_nonzero(products >= 0.8) < 20_000
    assert 0.05 < products.mean() < 0.25
    assert len(case.nodes) == 800


def test_the_corpus_is_in_the_released_layout(tmp_path: Path) -> None:
    size = CASE_SIZES["small"]
    corpus = openie_corpus(size, 7)
    docs = json.loads(corpus.openie)["docs"]
    assert len(docs) == len(corpus.passages) == size.passages
    rows = [row for doc in docs for row in doc["extracted_triples"]]
    assert len(rows) == size.triples
    assert {end for row in rows for end in (row[0], row[2])} >= {
        entity for query in corpus.queries for entity in query.entities
    }
    assert docs[3]["passage"] == corpus.passages[3].contents
    assert len(corpus.queries) == 7


@pytest.mark.parametrize("method", [m for m in ONE_QUERY if m.installed], ids=lambda m: m.name)
def test_all_methods_answer_the_same_question(method: object) -> None:
    case = pagerank_case("hippo_small", 1)
    reset = case.resets.toarray()[:, 0]
    ours = ONE_QUERY[0].prepare(case.adjacency)(reset)
    scores = method.prepare(case.adjacency)(reset)  # type: ignore[attr-defined]
    assert scores.sum() == pytest.approx(1, abs=1e-5)
    assert np.abs(scores - ours).max() < (1e-3 if method.name == "networkx" else 1e-6)  # type: ignore[attr-defined]
