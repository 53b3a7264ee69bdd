"""What HippoRAG keeps to whatever the input: edge cases, blocks, renaming, faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hipporag_cases import CHAIN, Make, phrases
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from retrieval_cases import make_graph, query
from scipy import sparse

from hippo_exp.errors import ConfigError, DataError, EncoderError, GraphError
from hippo_exp.retrieval import rank_passages
from hippo_exp.types import FloatArray, KnowledgeGraph, Query, ScoreBlock


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
