"""HippoRAG 2: facts linked to a question, phrase weights, filter, and special cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from passage_node_cases import Fixed, ppr
from retrieval_cases import query
from scipy import sparse

from hippo_exp.errors import ConfigError, DataError, EncoderError, GraphError
from hippo_exp.graph import build_graph, collect_facts, passage_node_adjacency
from hippo_exp.retrieval import (
    RESET_WEIGHT,
    FactIndex,
    FactLinkingRetriever,
    PassageReset,
    fact_texts,
)
from hippo_exp.retrieval.fact_linking import phrase_weights
from hippo_exp.types import Extraction, PassageExtraction, Query, Triple

Rows = Sequence[Sequence[tuple[str, str, str]]]
ROWS: Rows = [
    [("anna", "born in", "bonn"), ("bonn", "lies on", "rhine")],
    [("rhine", "flows to", "sea"), ("anna", "plays", "chess")],
    [],
]
VOCABULARY = ["anna", "born", "bonn", "rhine", "sea", "chess", "zoo"]


def bag_of_words(texts: Sequence[str]) -> np.ndarray:
    return np.array([[text.split().count(w) for w in VOCABULARY] for text in texts],
                    dtype=np.float32).reshape(len(texts), len(VOCABULARY))  # fmt: skip


def make(
    rows: Rows, dense: Sequence[float], *, weight: float = RESET_WEIGHT, **settings: Any
) -> FactLinkingRetriever:
    records = tuple(PassageExtraction((), tuple(some)) for some in rows)
    facts = collect_facts(Extraction("x", records, ""), str.lower, keep_empty=False)
    graph = build_graph(
        facts, None, fact_weight="per_direction", synonym_merge="replace",
        passage_matrix="fact_count",
    )  # fmt: skip
    index = FactIndex(
        bag_of_words(fact_texts(facts.facts)), bag_of_words, top_facts=settings.pop("top_facts", 5)
    )
    return FactLinkingRetriever(
        graph, facts, index, passage_node_adjacency(graph, edge_weight="one"), expand=ppr,
        reset=PassageReset(Fixed(dense), weight), **settings,
    )  # fmt: skip


def ask(text: str) -> Query:
    return query(text=text)


def test_fact_texts() -> None:
    assert fact_texts([Triple("a b", "is", "c"), Triple("a", "", "c")]) == ["a b is c", "a c"]


def test_exact_link() -> None:
    """Question "anna born": cosines with anna-bonn 2/sqrt 6, anna-chess 1/2, the others 0."""
    (linked,) = make(ROWS, [0.0, 1.0, 2.0], top_facts=2).link([ask("anna born")])
    assert linked.candidates == (("anna", "born in", "bonn"), ("anna", "plays", "chess"))
    assert linked.kept == linked.candidates
    second = 0.5 / (2 / 6**0.5)
    np.testing.assert_allclose(linked.scores, [1, second], atol=1e-7)
    # nodes: anna bonn chess rhine sea; anna and rhine stand in two passages
    expected = {0: (1 + second) / 2 / 2, 1: 1.0, 2: second}
    assert list(linked.seeds) == [0, 1, 2]
    np.testing.assert_allclose(list(linked.seeds.values()), list(expected.values()), atol=1e-7)


def test_ties_of_facts_go_by_position_and_a_zero_score_is_no_seed() -> None:
    (linked,) = make(ROWS, [0.0, 1, 2], top_facts=3).link([ask("rhine")])
    found = [" ".join(fact) for fact in linked.candidates]
    assert found == ["bonn lies on rhine", "rhine flows to sea", "anna born in bonn"]
    assert list(linked.seeds) == [1, 3, 4]
    assert linked.seeds[1] == pytest.approx((1 + 0) / 2)  # a fact of score 0 lowers the mean


def test_phrase_weights() -> None:
    ends = np.array([[0, 1], [1, 2], [3, 3], [4, 0]])
    scores = np.array([0.8, 0.4, 0.6, 0.0])
    specificity = np.array([1.0, 0.5, 1.0, 0.25, 1.0])
    every = phrase_weights(ends, scores, specificity, None)
    assert list(every) == [0, 1, 2, 3]
    np.testing.assert_allclose(list(every.values()), [0.4, 0.3, 0.4, 0.15])
    assert list(phrase_weights(ends, scores, specificity, 1)) == [0]  # 0 and 2 tie
    assert list(phrase_weights(ends, scores, specificity, 3)) == [0, 1, 2]
    assert phrase_weights(ends[:0], scores[:0], specificity, 5) == {}


phrases = st.sampled_from(["anna", "bonn", "rhine", "sea", "chess"])
tables = st.lists(
    st.lists(st.tuples(phrases, st.just("born"), phrases), max_size=4), min_size=2, max_size=5
).filter(any)


def straight_line(rows: Rows, text: str, dense: np.ndarray, keep: int) -> np.ndarray | None:
    """Mass of the passages by dictionaries and networkx; None when no fact has a score."""
    facts = sorted({fact for some in rows for fact in some})
    cosines = {}
    for fact in facts:
        a, b = bag_of_words([" ".join(fact)])[0], bag_of_words([text])[0]
        lengths = np.sqrt((a @ a) * (b @ b))
        cosines[fact] = round(float(a @ b / lengths), 6) if lengths else 0.0
    if not any(cosines.values()):
        return None
    low, high = min(cosines.values()), max(cosines.values())
    best = sorted(facts, key=lambda fact: (-cosines[fact], fact))[:5]
    linked: dict[str, list[float]] = {}
    for fact in best:
        for phrase in (fact[0], fact[2]):
            score = (cosines[fact] - low) / (high - low) if high > low else 1.0
            linked.setdefault(phrase, []).append(score)
    holds = [{phrase for fact in some for phrase in (fact[0], fact[2])} for some in rows]
    weights = {
        phrase: np.mean(scores) / sum(phrase in held for held in holds)
        for phrase, scores in linked.items()
    }
    seeds: dict[Any, float] = {
        phrase: weights[phrase]
        for phrase in sorted(weights, key=lambda phrase: (-round(weights[phrase], 5), phrase))[
            :keep
        ]
    }
    network = nx.Graph()
    for position, some in enumerate(rows):
        network.add_node(position)
        seeds[position] = 0.05 * (dense[position] - dense.min()) / (dense.max() - dense.min())
        for one, _, two in some:
            if one != two:
                before = network.get_edge_data(one, two, {"weight": 0.0})["weight"]
                network.add_edge(one, two, weight=before + 2.0)
        for phrase in sorted(holds[position]):
            network.add_edge(position, phrase, weight=1.0)
    mass = nx.pagerank(network, alpha=0.5, personalization=seeds, tol=1e-15, max_iter=1000)
    return np.array([mass[position] for position in range(len(rows))])


@given(rows=tables, words=st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3),
       seed=st.integers(0, 999))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_against_a_straight_line(rows: Rows, words: list[str], seed: int) -> None:
    dense = np.random.default_rng(seed).random(len(rows))
    text = " ".join(words)
    for keep in (2, 99):
        block = make(rows, dense, top_phrases=keep).score([ask(text)])
        expected = straight_line(rows, text, dense, keep)
        raw = dense if expected is None else expected
        assert block.outcomes == ("no_fact" if expected is None else "ok",)
        scaled = (raw - raw.min()) / np.ptp(raw)
        np.testing.assert_allclose(block.scores[0], scaled, atol=2e-4)


class Keep:
    """A filter that keeps facts with a word; remembers what it was asked."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked: list[tuple[str, int]] = []

    def __call__(self, query: Query, facts: Sequence[Triple]) -> Sequence[Triple]:
        self.asked.append((query.text, len(facts)))
        return [fact for fact in reversed(facts) if self.word in fact] * 2


def test_the_filter_decides_before_the_weights() -> None:
    keep = Keep("chess")
    retriever = make(ROWS, [0.0, 1.0, 4.0], top_facts=2, fact_filter=keep)
    (linked,) = retriever.link([ask("anna born")])
    assert linked.kept == (("anna", "plays", "chess"),)
    second = 0.5 / (2 / 6**0.5)
    np.testing.assert_allclose(list(linked.seeds.items()), [(0, second / 2), (2, second)])
    assert keep.asked == [("anna born", 2)]


def test_no_fact_survives_so_dense_ranks() -> None:
    dense = [0.0, 1.0, 4.0]
    for fact_filter, text, outcome in (
        (Keep("nothing"), "anna", "all_filtered"), (None, "zoo", "no_fact"),
        (Keep("anna"), "zoo", "no_fact"), (lambda _query, facts: facts, "anna", "ok"),
    ):  # fmt: skip
        block = make(ROWS, dense, fact_filter=fact_filter).score([ask(text)])
        assert block.outcomes == (outcome,)
        if outcome != "ok":
            np.testing.assert_allclose(block.scores, [[0, 0.25, 1]])


def test_a_filter_must_return_what_it_was_given() -> None:
    retriever = make(ROWS, [0.0, 1, 2], fact_filter=lambda *_: [Triple("x", "y", "z")])
    with pytest.raises(DataError, match="none of its 4 facts"):
        retriever.score([ask("anna")])


def test_empty_graph_flat_reset_one_fact_no_query() -> None:
    empty = make([[], []], [1.0, 2.0])
    assert empty.score([ask("anna")]).outcomes == ("empty_graph",)
    assert empty.score([ask("anna")]).scores.tolist() == [[0, 1]]
    flat = make(ROWS, [1.0, 1.0, 1.0]).score([ask("anna"), ask("zoo")])
    assert flat.outcomes == ("flat_reset", "no_match")
    assert not flat.scores[1].any()
    one = make([[("anna", "born in", "bonn")], []], [0.0, 1.0])
    (linked,) = one.link([ask("anna")])
    assert linked.seeds == {0: 1.0, 1: 1.0}
    assert make(ROWS, [0.0, 1, 2]).score([]).scores.shape == (0, 3)
    weightless = make(ROWS, [0.0, 1.0, 4.0], weight=0.0).score([ask("anna"), ask("zoo")])
    assert weightless.outcomes == ("ok", "no_fact")


def test_a_query_does_not_depend_on_its_block() -> None:
    texts = [ask("anna born"), ask("zoo"), ask("rhine sea"), ask("")]
    together = make(ROWS, [0.0, 1, 2], memory_mb=1e-6).score(texts)
    for row, alone in enumerate(texts):
        block = make(ROWS, [0.0, 1, 2]).score([alone])
        np.testing.assert_allclose(block.scores[0], together.scores[row], atol=1e-9)
        assert block.outcomes[0] == together.outcomes[row]


@pytest.mark.parametrize("memory", [1e-6, 64])
def test_index_in_blocks_dense_and_sparse(memory: float) -> None:
    random = np.random.default_rng(4)
    facts = random.random((30, 7)).astype(np.float32)
    questions = random.random((5, 7)).astype(np.float32)
    cosines = facts @ questions.T / np.linalg.norm(facts, axis=1)[:, None]
    cosines = (cosines - cosines.min(axis=0)) / np.ptp(cosines, axis=0)
    for kind in (np.asarray, sparse.csr_array):
        index = FactIndex(kind(facts), lambda _: kind(questions), top_facts=4, memory_mb=memory)  # noqa: B023
        for column, found in enumerate(index.search([ask("")] * 5)):
            best = np.argsort(-cosines[:, column])[:4]
            assert found.facts.tolist() == best.tolist()
            np.testing.assert_allclose(found.scores, cosines[best, column], atol=1e-5)


def test_faults() -> None:
    with pytest.raises(ConfigError, match="top_phrases"):
        make(ROWS, [0.0, 1, 2], top_phrases=0)
    with pytest.raises(ConfigError, match="top_facts"):
        make(ROWS, [0.0, 1, 2], top_facts=0)
    with pytest.raises(GraphError, match="for 1 queries and 3 passages"):
        make(ROWS, [0.0, 1]).score([ask("anna")])
    retriever = make(ROWS, [0.0, 1, 2])
    short: Callable[[Sequence[str]], Any] = lambda texts: bag_of_words(texts[1:])  # noqa: E731
    with pytest.raises(EncoderError, match="1 vectors for 2 queries"):
        FactIndex(bag_of_words(["anna"]), short).search([ask("a"), ask("b")])
    with pytest.raises(GraphError, match="3 fact vectors for 4 facts"):
        FactLinkingRetriever(
            retriever._graph, retriever._facts, FactIndex(bag_of_words(["a"] * 3), bag_of_words),
            passage_node_adjacency(retriever._graph, edge_weight="one"), expand=ppr,
            reset=PassageReset(Fixed([0.0, 1, 2]), 0.05),
        )  # fmt: skip
