from __future__ import annotations

import math

import numpy as np
import pytest
from graph_cases import ascii_phrase, extraction, pagerank
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph import (
    build_graph,
    build_passage_matrix,
    collect_facts,
    document_frequency,
    inverse_document_frequency,
    node_specificity,
)
from hippo_exp.graph.passage_matrix import PassageMatrixKind, count_mentions

CHAIN = extraction(
    [["a", "r", "b"], ["b", "r", "c"]],
    [["c", "r", "d"]],
    [["x", "r", "y"]],
)


@pytest.mark.parametrize(("kind", "first"), [("fact_count", 1.288889), ("binary", 0.977778)])
def test_hub_passage_scores(kind: PassageMatrixKind, first: float) -> None:
    facts = collect_facts(CHAIN, ascii_phrase, keep_empty=True)
    graph = build_graph(
        facts, None, fact_weight="per_direction", synonym_merge="replace", passage_matrix=kind
    )
    ranks = pagerank(graph, "a")
    assert [ranks[node] for node in "abcdxy"] == pytest.approx(
        [0.577778, 0.311111, 0.088889, 0.022222, 0, 0], abs=1e-6
    )
    scores = graph.passage_nodes @ np.array([ranks[node] for node in graph.nodes])
    assert scores == pytest.approx([first, 0.111111, 0], abs=1e-6)


def test_fact_count_counts_distinct_facts_and_a_self_loop_once() -> None:
    rows = [["a", "r", "b"], ["a", "r", "b"], ["a", "s", "b"], ["b", "r", "a"], ["c", "is", "c"]]
    facts = collect_facts(extraction(rows, [["c", "r", "a"]]), ascii_phrase, keep_empty=True)
    assert build_passage_matrix(facts, "fact_count").toarray().tolist() == [[3, 3, 1], [1, 0, 1]]
    assert build_passage_matrix(facts, "binary").toarray().tolist() == [[1, 1, 1], [1, 0, 1]]


def test_mentions_count_the_phrase_in_the_text_and_at_least_one() -> None:
    facts = collect_facts(
        extraction([["New York", "in", "US"], ["Yo", "r", "absent"]], [["US", "r", "New York"]]),
        ascii_phrase,
        keep_empty=True,
    )
    contents = ["New York\nNew York, New York; yo-yo York", "US: us us. New Yorker absent absent"]
    matrix = build_passage_matrix(facts, "mentions", contents=contents, normalize=ascii_phrase)
    assert facts.nodes == ("absent", "new york", "us", "yo")
    assert matrix.toarray().tolist() == [[1, 3, 1, 2], [0, 1, 3, 0]]


@pytest.mark.parametrize(
    ("phrase", "text", "count"),
    [
        ("a", "a a a", 3),
        ("a b", "a b a b", 2),
        ("a a", "a a a a a", 2),
        ("a  b", "x a b y a   b", 2),
        ("york", "new yorker york", 1),
        ("", "a b", 0),
        ("a", "", 0),
    ],
)
def test_count_mentions(phrase: str, text: str, count: int) -> None:
    assert count_mentions(phrase, text) == count


@settings(deadline=None)
@given(st.lists(st.sampled_from("ab")), st.lists(st.sampled_from("ab"), min_size=1, max_size=3))
def test_count_mentions_against_a_scan_of_words(words: list[str], phrase: list[str]) -> None:
    count, position = 0, 0
    while position < len(words):
        found = words[position : position + len(phrase)] == phrase
        count += found
        position += len(phrase) if found else 1
    assert count_mentions(" ".join(phrase), " ".join(words)) == count


name = st.sampled_from("abcd")
triple = st.tuples(name, st.sampled_from("rs"), name)


@settings(deadline=None)
@given(st.lists(st.lists(triple, max_size=6), min_size=1, max_size=4))
def test_fact_count_is_the_product_of_incidences(rows: list[list[tuple[str, str, str]]]) -> None:
    facts = collect_facts(extraction(*rows), ascii_phrase, keep_empty=True)
    fact_node = np.zeros((len(facts.facts), len(facts.nodes)))
    for fact, (subject, object_) in enumerate(facts.fact_ends):
        fact_node[fact, [subject, object_]] = 1
    counted = build_passage_matrix(facts, "fact_count")
    assert counted.toarray().tolist() == (facts.passage_facts.toarray() @ fact_node).tolist()
    binary = build_passage_matrix(facts, "binary")
    assert (binary.toarray() == (counted.toarray() > 0)).all()
    contents = [" ".join(part for row in passage for part in row) for passage in rows]
    mentions = build_passage_matrix(facts, "mentions", contents=contents, normalize=ascii_phrase)
    assert (mentions.indices == counted.indices).all()
    assert (mentions.data >= counted.data).all()  # here each fact's ends stand in the text


def test_specificity_is_the_inverse_number_of_passages() -> None:
    matrix = sparse.csr_array(np.array([[3.0, 0, 1, 0], [1, 2, 0, 0], [1, 0, 0, 0]]))
    assert node_specificity(matrix).tolist() == [1 / 3, 1, 1, 1]  # node 3 is in no passage
    stored_zero = sparse.csr_array(
        (np.array([1.0, 0.0]), np.array([0, 0]), np.array([0, 1, 2])), shape=(2, 1)
    )
    assert node_specificity(stored_zero).tolist() == [1]


def test_document_frequency_and_its_inverse() -> None:
    matrix = sparse.csr_array(np.array([[3.0, 0, 1, 0], [1, 2, 0, 0], [1, 0, 0, 0]]))
    assert document_frequency(matrix).tolist() == [3, 1, 1, 0]
    expected = [1, math.log(2) + 1, math.log(2) + 1, math.log(4) + 1]
    assert inverse_document_frequency(matrix).tolist() == pytest.approx(expected, abs=1e-15)


def test_inverse_document_frequency_is_scikit_learn_s() -> None:
    text = pytest.importorskip("sklearn.feature_extraction.text")
    counts = np.random.default_rng(0).poisson(0.4, (50, 30)).astype(np.float64)
    expected = text.TfidfTransformer(smooth_idf=True).fit(counts).idf_
    found = inverse_document_frequency(sparse.csr_array(counts))
    assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-14)


def test_faults_are_named() -> None:
    facts = collect_facts(CHAIN, ascii_phrase, keep_empty=True)
    with pytest.raises(ConfigError, match=r"unknown passage matrix 'counts'.*fact_count"):
        build_passage_matrix(facts, "counts")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="need the passage contents and the normaliser"):
        build_passage_matrix(facts, "mentions", contents=["a", "b", "c"])
    with pytest.raises(GraphError, match="2 passage contents for 3 passages"):
        build_passage_matrix(facts, "mentions", contents=["a", "b"], normalize=ascii_phrase)
