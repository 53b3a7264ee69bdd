"""HippoRAG: exact figures, special cases, and laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from retrieval_cases import OneHot, make_graph, networkx_ppr, query
from scipy import sparse

from hippo_exp.errors import ConfigError, DataError, EncoderError, GraphError
from hippo_exp.retrieval import DenseRetriever, HippoRAGRetriever, rank_passages
from hippo_exp.types import FloatArray, KnowledgeGraph, Query, ScoreBlock

Make = Callable[..., HippoRAGRetriever]
CHAIN = [[("a", "b"), ("b", "c")], [("c", "d")], [("x", "y")]]


@pytest.mark.parametrize(
    ("binary", "expected"), [(False, [1.2889, 0.1111, 0]), (True, [0.9778, 0.1111, 0])]
)
def test_exact_figures_of_the_chain(
    make_retriever: Make, binary: bool, expected: list[float]
) -> None:
    """Pitfall A36: chain a-b, b-c | c-d | x-y, seed a, PPR at 0.5."""
    retriever = make_retriever(make_graph(CHAIN, binary=binary))
    trace = retriever.explain(query("a"), passages=[0, 1, 2])
    np.testing.assert_allclose([p.raw for p in trace.passages], expected, atol=5e-5)
    scores = {n.node: n.score for n in trace.nodes}
    np.testing.assert_allclose(
        [scores[node] for node in "abcd"], [0.57778, 0.31111, 0.08889, 0.02222], atol=5e-6
    )
    assert "x" not in scores
    block = retriever.score([query("a")])
    np.testing.assert_allclose(block.scores, [[1, expected[1] / expected[0], 0]], atol=5e-5)
    assert block.outcomes == ("ok",)


@pytest.mark.parametrize("merge", ["set", "sum"])
def test_two_entities_on_one_node_in_either_order(make_retriever: Make, merge: str) -> None:
    """Pitfall A28."""
    graph = make_graph(CHAIN)
    seen: list[FloatArray] = []

    def expand(adjacency: sparse.csr_array, restart: FloatArray) -> FloatArray:
        seen.append(restart.copy())
        return networkx_ppr(adjacency, restart)

    retriever = make_retriever(graph, expand=expand, link_merge=merge)
    orders = [query("b", "B!", "d"), query("d", "B!", "b"), query("b", "d")]
    blocks = [retriever.score([q]) for q in orders]
    for other, restart in zip(blocks[1:], seen[1:], strict=True):
        np.testing.assert_array_equal(restart, seen[0])
        np.testing.assert_array_equal(other.scores, blocks[0].scores)
    assert seen[0][:, 0].tolist() == [0, 1, 0, 1, 0, 0]  # "B!" and "b" are one phrase


def test_sum_counts_different_phrases_on_one_node(make_retriever: Make) -> None:
    graph = make_graph(CHAIN)
    at = OneHot(graph.nodes)

    def encode(phrases: Sequence[str]) -> Any:
        return at([{"bee": "b"}.get(phrase, phrase) for phrase in phrases])

    restarts = []
    for merge in ("set", "sum"):
        seen: list[FloatArray] = []
        retriever = make_retriever(
            graph, encode_phrases=encode, link_merge=merge,
            expand=lambda _, restart, seen=seen: seen.append(restart) or restart,
        )  # fmt: skip
        retriever.score([query("bee", "b", "a")])
        restarts.append(seen[0][:, 0].tolist())
    assert restarts == [[1, 1, 0, 0, 0, 0], [1, 2, 0, 0, 0, 0]]


@pytest.mark.parametrize(("specificity", "expected"), [(True, [1, 0.5]), (False, [1, 1])])
def test_node_specificity(make_retriever: Make, specificity: bool, expected: list[float]) -> None:
    """Node c stands in two passages, a in one (row 8)."""
    retriever = make_retriever(make_graph(CHAIN), node_specificity=specificity)
    trace = retriever.explain(query("a", "c"))
    assert [seed.weight for seed in trace.seeds] == expected
    assert [seed.passages for seed in trace.seeds] == [1, 2]


def test_node_in_no_passage(make_retriever: Make) -> None:
    """Pitfall A27: its specificity is 1, and everything stays finite."""
    graph = make_graph(CHAIN)
    lonely = KnowledgeGraph(
        nodes=(*graph.nodes, "z"),
        adjacency=sparse.csr_array(sparse.block_diag([graph.adjacency, [[0.0]]])),
        passage_nodes=sparse.csr_array(sparse.hstack([graph.passage_nodes, np.zeros((3, 1))])),
        specificity=np.append(graph.specificity, 1.0),
    )
    block = make_retriever(lonely).score([query("z"), query("z", "a")])
    assert block.outcomes == ("no_match", "ok")
    assert not block.scores[0].any()
    assert np.isfinite(block.scores).all()
    assert make_retriever(lonely).explain(query("z")).seeds[0].weight == 1


def test_solver_noise_is_no_match(make_retriever: Make) -> None:
    """Node scores of 1e-14 beside a seed of 1 are not stretched to a ranking."""
    graph = make_graph([[("a", "b")], [("c", "d")]])
    held = graph.passage_nodes.toarray()
    held[0] = 0
    alone = replace(graph, passage_nodes=sparse.csr_array(held))

    def expand(_: sparse.csr_array, restart: FloatArray) -> FloatArray:
        return restart + 1e-14

    block = make_retriever(alone, expand=expand).score([query("a"), query("c")])
    assert block.outcomes == ("no_match", "ok")
    assert block.scores.tolist() == [[0, 0], [0, 1]]


def dense() -> DenseRetriever:
    vectors = np.array([[1.0], [3.0], [2.0]], dtype=np.float32)
    return DenseRetriever(vectors, lambda texts: np.ones((len(texts), 1), dtype=np.float32))


@pytest.mark.parametrize(
    ("policy", "ties", "order", "scores"),
    [
        ("uniform", "last", [2, 1, 0], [1 / 3] * 3),  # the corpus reversed: row 12
        ("uniform", "first", [0, 1, 2], [1 / 3] * 3),
        ("corpus_order", "last", [0, 1, 2], [1, 2 / 3, 1 / 3]),
        ("corpus_order", "first", [0, 1, 2], [1, 2 / 3, 1 / 3]),
        ("dense", "first", [1, 2, 0], [0, 1, 0.5]),
    ],
)
def test_queries_without_a_node(
    make_retriever: Make, policy: Any, ties: Any, order: list[int], scores: list[float]
) -> None:
    retriever = make_retriever(
        make_graph(CHAIN), no_entity=policy, fallback=dense() if policy == "dense" else None
    )
    queries = [query(), query("a"), query("unheard of"), query(" !"), query("", "!!")]
    block = retriever.score(queries)
    assert block.outcomes == ("no_entity", "ok", "not_linkable", "not_linkable", "not_linkable")
    rankings = rank_passages(block, queries, k=3, ties=ties)
    for row in (0, 2, 3, 4):
        np.testing.assert_allclose(block.scores[row], scores, atol=1e-12)
        assert rankings[row].passages.tolist() == order
    assert rankings[1].passages.tolist() == [0, 1, 2]
    assert retriever.explain(query()).nodes == ()


def test_partly_linked_is_told_and_scored_by_what_is_linked(make_retriever: Make) -> None:
    retriever = make_retriever(make_graph(CHAIN))
    block = retriever.score([query("a", "nowhere", "!"), query("a")])
    assert block.outcomes == ("partly_linked", "ok")
    np.testing.assert_array_equal(block.scores[0], block.scores[1])


def test_an_erased_phrase_is_never_encoded(make_retriever: Make) -> None:
    encode = OneHot(make_graph(CHAIN).nodes)
    make_retriever(make_graph(CHAIN), encode_phrases=encode).score([query("!", "b", "B", "a")])
    assert encode.calls == [("a", "b")]


def test_link_empty_links_what_the_normaliser_erases(make_retriever: Make) -> None:
    encode = OneHot(make_graph(CHAIN).nodes)
    retriever = make_retriever(make_graph(CHAIN), encode_phrases=encode, link_empty=True)
    (linked,) = retriever.link([query("!", "a")])
    assert encode.calls == [("", "a")]
    assert linked.outcome == "partly_linked"  # one-hot vectors know no empty phrase


def test_empty_graph_and_one_passage(make_retriever: Make) -> None:
    empty = KnowledgeGraph(
        (), sparse.csr_array((0, 0)), sparse.csr_array((2, 0)), np.zeros(0)
    )  # fmt: skip
    retriever = make_retriever(empty, node_vectors=np.zeros((0, 4), np.float32))
    block = retriever.score([query("a"), query()])
    assert block.outcomes == ("empty_graph", "no_entity")
    assert block.scores.tolist() == [[1, 0.5], [1, 0.5]]
    assert retriever.explain(query("a")).seeds[0].node is None
    single = make_retriever(make_graph([[("a", "b")]])).score([query("a"), query()])
    assert single.scores.tolist() == [[0], [1]]
    assert single.outcomes == ("ok", "no_entity")


def test_all_passages_equal(make_retriever: Make) -> None:
    retriever = make_retriever(make_graph([[("a", "b")], [("a", "b")], [("b", "a")]]))
    block = retriever.score([query("a")])
    assert block.scores.tolist() == [[0, 0, 0]]
    (ranking,) = rank_passages(block, [query("a")], k=2, ties="last")
    assert ranking.passages.tolist() == [2, 1]


def test_no_queries(make_retriever: Make) -> None:
    block = make_retriever(make_graph(CHAIN)).score([])
    assert block.scores.shape == (0, 3)
    assert block.outcomes == ()


phrases = st.sampled_from(["a", "b", "c", "d", "e", "nowhere", "!"])
graphs = st.lists(
    st.lists(
        st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")).filter(
            lambda f: f[0] != f[1]
        ),
        max_size=4,
    ),
    min_size=1,
    max_size=5,
).filter(any)
entity_lists = st.lists(st.lists(phrases, max_size=3), max_size=5)


@given(passages=graphs, entities=entity_lists, memory=st.sampled_from([1e-6, 1e-4, 256]))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_query_does_not_depend_on_its_block(
    make_retriever: Make, passages: Any, entities: list[list[str]], memory: float
) -> None:
    graph = make_graph(passages)
    queries = [query(*names, id_=str(i)) for i, names in enumerate(entities)]
    together = make_retriever(graph, memory_mb=memory).score(queries)
    assert np.isfinite(together.scores).all()
    assert ((together.scores >= 0) & (together.scores <= 1)).all()
    for row, alone in enumerate(queries):
        block = make_retriever(graph).score([alone])
        np.testing.assert_array_equal(block.scores[0], together.scores[row])
        assert block.outcomes[0] == together.outcomes[row]


@given(passages=graphs, names=st.lists(st.sampled_from("abcde"), min_size=1), data=st.data())
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_names_and_positions_mean_nothing(
    make_retriever: Make, passages: Any, names: list[str], data: st.DataObject
) -> None:
    """Renamed (so re-sorted) nodes and re-ordered passages: the same scores, re-ordered."""
    new = dict(zip("abcde", data.draw(st.permutations("vwxyz")), strict=True))
    order = data.draw(st.permutations(range(len(passages))))
    renamed = [[(new[s], new[o]) for s, o in passages[position]] for position in order]
    before = make_retriever(make_graph(passages)).score([query(*names)])
    after = make_retriever(make_graph(renamed)).score([query(*(new[name] for name in names))])
    assert after.outcomes == before.outcomes
    if before.outcomes[0] in ("ok", "partly_linked"):
        np.testing.assert_allclose(after.scores[0], before.scores[0][list(order)], atol=1e-7)


def test_blocks_stay_under_the_memory_bound(make_retriever: Make) -> None:
    graph = make_graph(CHAIN)
    widths: list[int] = []

    def expand(_: sparse.csr_array, restart: FloatArray) -> FloatArray:
        widths.append(restart.shape[1])
        return restart

    bound = 4 * 8 * len(graph.nodes) / 2**20  # four columns
    retriever = make_retriever(graph, expand=expand, memory_mb=bound)
    retriever.score([query("a") for _ in range(10)])
    assert widths == [4, 4, 2]


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("specificity", np.ones(3), "3 specificities for 6 nodes"),
        ("adjacency", sparse.csr_array((4, 6)), "4 rows of the adjacency for 6 nodes"),
        ("passage_nodes", sparse.csr_array((3, 5)), "5 columns of the passage matrix"),
        ("specificity", np.full(6, np.nan), "not finite"),
        ("specificity", np.zeros(6), "not positive"),
        ("passage_nodes", sparse.csr_array(np.full((3, 6), -1.0)), "negative"),
    ],
)
def test_parts_that_do_not_belong_together(
    make_retriever: Make, part: str, value: Any, message: str
) -> None:
    """Pitfall A26: both lengths are named."""
    with pytest.raises(GraphError, match=message):
        make_retriever(replace(make_graph(CHAIN), **{part: value}))


def test_node_vectors_must_fit(make_retriever: Make) -> None:
    graph = make_graph(CHAIN)
    with pytest.raises(GraphError, match="5 node vectors for 6 nodes"):
        make_retriever(graph, node_vectors=np.eye(5, 6, dtype=np.float32))
    with pytest.raises(EncoderError, match="0 vectors for 1 phrases"):
        make_retriever(graph, encode_phrases=lambda _: np.zeros((0, 6), np.float32)).score(
            [query("a")]
        )


@pytest.mark.parametrize(
    "result",
    [
        lambda restart: restart[:-1],
        lambda restart: restart[:, 0],
        lambda restart: np.full_like(restart, np.nan),
    ],
)
def test_an_expansion_that_breaks_its_contract(
    make_retriever: Make, result: Callable[[FloatArray], FloatArray]
) -> None:
    retriever = make_retriever(make_graph(CHAIN), expand=lambda _, restart: result(restart))
    with pytest.raises(GraphError, match="expansion"):
        retriever.score([query("a")])


class _Silent:
    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        raise AssertionError("asked without need")


@pytest.mark.parametrize(
    "settings_",
    [
        {"no_entity": "dense"},
        {"no_entity": "nothing"},
        {"no_entity": "uniform", "fallback": _Silent()},
        {"link_merge": "max"},
    ],
)
def test_bad_settings(make_retriever: Make, settings_: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        make_retriever(make_graph(CHAIN), **settings_)


def test_the_fallback_is_asked_only_when_needed(make_retriever: Make) -> None:
    make_retriever(make_graph(CHAIN), no_entity="dense", fallback=_Silent()).score([query("a")])


def test_no_passages(make_retriever: Make) -> None:
    graph = replace(make_graph(CHAIN), passage_nodes=sparse.csr_array((0, 6)))
    with pytest.raises(DataError, match="no passages"):
        make_retriever(graph)
