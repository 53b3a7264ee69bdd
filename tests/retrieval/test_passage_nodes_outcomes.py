"""Outcomes, blocks, ablations and faults of the retriever with passage nodes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from passage_node_cases import Fixed, make_graph, passage_nodes, ppr, random_graph
from passage_nodes_laws import Make, laws
from retrieval_cases import query
from scipy import sparse

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph import passage_node_adjacency, query_nodes_and_neighbors
from hippo_exp.retrieval import (
    PassageNodesRetriever,
    PassageReset,
    reset_normalization,
)
from hippo_exp.types import FloatArray, KnowledgeGraph

CHAIN = [[("a", "b"), ("b", "c")], [("c", "d")], [("x", "y")]]


def test_outcomes_and_what_each_means(make_retriever: Make) -> None:
    hipporag = make_retriever(make_graph(CHAIN))
    dense = {"q": [0.0, 2.0, 1.0], "flat": [3.0, 3.0, 3.0]}
    queries = [
        query("a"), query("a", "?"), query("a", id_="flat"), query(), query("?"),
        query(id_="flat"), query("?", id_="flat"),
    ]  # fmt: skip
    block = passage_nodes(hipporag, dense).score(queries)
    assert block.outcomes == (
        "ok", "partly_linked", "flat_reset", "no_entity", "not_linkable", "no_restart", "no_restart"
    )  # fmt: skip
    alone = passage_nodes(hipporag, dense, use_entities=False).score(queries)
    assert alone.outcomes == ("ok", "ok", "no_restart", "ok", "ok", "no_restart", "no_restart")
    np.testing.assert_allclose(block.scores[3], alone.scores[0])
    entities = passage_nodes(hipporag, None).score(queries)
    assert entities.outcomes == (
        "ok", "partly_linked", "ok", "no_restart", "no_restart", "no_restart", "no_restart"
    )  # fmt: skip
    np.testing.assert_allclose(block.scores[2], entities.scores[0])
    np.testing.assert_allclose(block.scores[5], [1, 2 / 3, 1 / 3])  # corpus order


def test_the_policy_and_no_match(make_retriever: Make) -> None:
    hipporag = make_retriever(make_graph(CHAIN), no_entity="dense", fallback=Fixed([0.0, 1.0, 4.0]))
    assert passage_nodes(hipporag, None).score([query()]).scores.tolist() == [[0, 0.25, 1]]
    graph = make_graph([[("a", "b")], [("c", "d")]])
    unheld = graph.passage_nodes.toarray()
    unheld[0] = 0
    lost = KnowledgeGraph(
        graph.nodes, graph.adjacency, sparse.csr_array(unheld), graph.specificity
    )  # fmt: skip
    block = passage_nodes(make_retriever(lost), None).score([query("a"), query("c")])
    assert block.outcomes == ("no_match", "ok")
    assert block.scores.tolist() == [[0, 0], [0, 1]]


def test_empty_graph_one_passage_no_query(make_retriever: Make) -> None:
    empty = KnowledgeGraph((), sparse.csr_array((0, 0)), sparse.csr_array((3, 0)), np.zeros(0))
    hipporag = make_retriever(empty, node_vectors=np.zeros((0, 4), np.float32))
    retriever = passage_nodes(hipporag, [1.0, 3.0, 2.0])
    block = retriever.score([query("a"), query()])
    assert block.outcomes == ("empty_graph", "no_entity")
    np.testing.assert_allclose(block.scores, [[0, 1, 0.5]] * 2)
    assert retriever.explain(query("a"), top=1).passages[0].from_entities == 0
    assert retriever.score([]).scores.shape == (0, 3)
    single = passage_nodes(make_retriever(make_graph([[("a", "b")]])), [0.5])
    block = single.score([query("a"), query()])
    assert block.outcomes == ("flat_reset", "no_restart")
    assert block.scores.tolist() == [[0], [1]]
    assert single.explain(query()).passages[0].raw == 0


@given(seed=st.integers(0, 10_000), memory=st.sampled_from([1e-6, 3e-4, 256]))
@laws
def test_a_query_does_not_depend_on_its_block(
    make_retriever: Make, seed: int, memory: float
) -> None:
    random = np.random.default_rng(seed)
    graph = random_graph(random, 5)
    dense = {str(i): random.random(5) for i in range(4)}
    names = [["a"], [], ["b", "?"], ["c", "g"]]
    queries = [query(*some, id_=str(i)) for i, some in enumerate(names)]
    hipporag = make_retriever(graph)
    together = passage_nodes(hipporag, dense, memory_mb=memory).score(queries)
    for row, alone in enumerate(queries):
        block = passage_nodes(hipporag, dense).score([alone])
        np.testing.assert_allclose(block.scores[0], together.scores[row], atol=1e-9)
        assert block.outcomes[0] == together.outcomes[row]


def test_blocks_stay_under_the_memory_bound(make_retriever: Make) -> None:
    widths: list[int] = []

    def expand(_: sparse.csr_array, restart: FloatArray) -> FloatArray:
        widths.append(restart.shape[1])
        return restart

    bound = 4 * 8 * 9 / 2**20  # six phrases and three passages, four columns
    hipporag = make_retriever(make_graph(CHAIN))
    retriever = passage_nodes(hipporag, [0.0, 1.0, 2.0], expand=expand, memory_mb=bound)
    retriever.score([query("a") for _ in range(10)])
    assert widths == [4, 4, 2]


def test_ablations_of_hipporag_carry_over(make_retriever: Make) -> None:
    """Specificity: node c stands in two passages, so it weighs half."""
    graph = make_graph(CHAIN)
    seen: list[FloatArray] = []

    def expand(_: sparse.csr_array, restart: FloatArray) -> FloatArray:
        seen.append(restart[:, 0])
        return restart

    for specificity in (True, False):
        hipporag = make_retriever(graph, node_specificity=specificity)
        passage_nodes(hipporag, [0.0, 1.0, 2.0], 0.1, expand=expand).score([query("a", "c")])
    assert seen[0].tolist() == [1, 0, 0.5, 0, 0, 0, 0, 0.05, 0.1]
    assert seen[1].tolist() == [1, 0, 1, 0, 0, 0, 0, 0.05, 0.1]


def test_an_expansion_that_is_not_linear_has_no_parts(make_retriever: Make) -> None:
    hipporag = make_retriever(make_graph(CHAIN))
    retriever = passage_nodes(hipporag, [0.0, 1.0, 0.5], expand=query_nodes_and_neighbors)
    assert retriever.score([query("a")]).outcomes == ("ok",)
    with pytest.raises(GraphError, match="not the sum"):
        retriever.explain(query("a"))


def test_faults(make_retriever: Make) -> None:
    hipporag = make_retriever(make_graph(CHAIN))
    with pytest.raises(ConfigError, match="neither entities nor passages"):
        passage_nodes(hipporag, None, use_entities=False)
    for weight in (-1.0, np.inf, np.nan):
        with pytest.raises(ConfigError, match="reset_weight"):
            PassageReset(Fixed([1.0]), weight)
    with pytest.raises(ConfigError, match="unknown scoring"):
        passage_nodes(hipporag, [0.0, 1, 2], scoring="mass")
    with pytest.raises(ConfigError, match="memory_mb"):
        passage_nodes(hipporag, [0.0, 1, 2], memory_mb=0)
    with pytest.raises(GraphError, match=r"\(6, 6\) for 6 phrases and 3 passages"):
        PassageNodesRetriever(hipporag, hipporag.graph.adjacency, expand=ppr, reset=None)
    with pytest.raises(GraphError, match=r"\(1, 2\) for 1 queries and 3"):
        passage_nodes(hipporag, [0.0, 1.0]).score([query("a")])
    adjacency = passage_node_adjacency(hipporag.graph, edge_weight="one")
    minus = PassageReset(Fixed([0.0, 1, 2]), 1, lambda scores: -scores)
    with pytest.raises(GraphError, match="negative or not finite"):
        PassageNodesRetriever(hipporag, adjacency, expand=ppr, reset=minus).score([query("a")])
    with pytest.raises(ConfigError, match="no passage 3"):
        passage_nodes(hipporag, [0.0, 1, 2]).explain(query("a"), passages=[3])
    with pytest.raises(ConfigError, match="without a passage reset"):
        passage_nodes(hipporag, None).score_weights([query("a")], [0.1])


def test_normalisations() -> None:
    scores = np.array([[1.0, 3.0, 2.0, 3.0], [5.0, 5.0, 5.0, 5.0]])
    found = {
        "min_max": reset_normalization("min_max")(scores),
        "softmax": reset_normalization("softmax", temperature=0.5)(scores),
        "top_m": reset_normalization("top_m", m=1)(scores),
    }
    assert found["min_max"][0].tolist() == [0, 1, 0.5, 1]
    assert found["top_m"][0].tolist() == [0, 1, 0, 0]  # the first of two equal ones
    raised = np.exp(np.array([2.0, 6.0, 4.0, 6.0]))
    np.testing.assert_allclose(found["softmax"][0], raised / raised.sum())
    assert all(not weights[1].any() for weights in found.values())
    assert reset_normalization("top_m", m=9)(scores)[0].tolist() == [0, 1, 0.5, 1]
    for name in ("min_max", "softmax", "top_m"):
        options = {"softmax": {"temperature": 1.0}, "top_m": {"m": 2}}.get(name, {})
        function = reset_normalization(name, **options)  # type: ignore[arg-type]
        assert function(np.zeros((0, 3))).shape == (0, 3)
    huge = reset_normalization("softmax", temperature=1e-3)(np.array([[1000.0, 0.0]]))
    assert huge.tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("none", {}), ("softmax", {}), ("softmax", {"temperature": 0.0}), ("top_m", {"m": 0}),
        ("min_max", {"m": 3}), ("top_m", {"temperature": 1.0}),
        ("softmax", {"temperature": 1.0, "m": 2}),
    ],
)  # fmt: skip
def test_normalisations_refuse(name: Any, options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        reset_normalization(name, **options)
