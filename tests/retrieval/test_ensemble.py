"""The three branches of the uncertainty ensemble (official behaviour, row 15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from retrieval_cases import make_graph, query

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval import EnsembleRetriever, HippoRAGRetriever
from hippo_exp.types import Query, ScoreBlock

Make = Callable[..., HippoRAGRetriever]
CHAIN = [[("a", "b"), ("b", "c")], [("c", "d")], [("x", "y")]]
COSINES = {"a": 1.0, "b": 0.95, "c": 0.9, "d": 0.6}


class Dense:
    """Fixed scores 4, 8, 6; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        self.asked += [q.id for q in queries]
        return ScoreBlock(np.tile([4.0, 8.0, 6.0], (len(queries), 1)), ("ok",) * len(queries))


DENSE = np.array([0, 1, 0.5])


@pytest.fixture
def hipporag(make_retriever: Make) -> HippoRAGRetriever:
    graph = make_graph(CHAIN)
    nodes = np.eye(6, 7, dtype=np.float32)  # the last dimension only makes cosines smaller

    def encode(phrases: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(phrases), 7), dtype=np.float32)
        for row, phrase in enumerate(phrases):
            if phrase in graph.nodes:
                cosine = COSINES.get(phrase, 1.0)
                vectors[row, graph.nodes.index(phrase)] = cosine
                vectors[row, 6] = np.sqrt(1 - cosine**2)
        return vectors

    return make_retriever(graph, node_vectors=nodes, encode_phrases=encode)


def test_branches(hipporag: HippoRAGRetriever) -> None:
    dense = Dense()
    queries = [
        query("a", "b", id_="sure"),
        query("a", "d", id_="unsure"),
        query(id_="none"),
        query("nowhere", id_="unlinked"),
        query("a", "nowhere", id_="partly"),
    ]
    block = EnsembleRetriever(hipporag, dense).score(queries)
    graph = hipporag.score(queries).scores
    assert block.outcomes == ("hipporag", "ensemble", "dense", "dense", "hipporag")
    np.testing.assert_array_equal(block.scores[0], graph[0])
    np.testing.assert_allclose(block.scores[1], 0.5 * graph[1] + 0.5 * DENSE, atol=1e-12)
    np.testing.assert_allclose(block.scores[2], DENSE)
    np.testing.assert_allclose(block.scores[3], DENSE)
    np.testing.assert_array_equal(block.scores[4], graph[4])  # every *linked* entity is sure
    assert dense.asked == ["unsure", "none", "unlinked"]


def test_the_threshold_must_be_exceeded(hipporag: HippoRAGRetriever) -> None:
    queries = [query("c")]
    found = float(hipporag.link(queries)[0].entities[0].cosine)
    for threshold, outcome in ((found, "ensemble"), (np.nextafter(found, 0), "hipporag")):
        ensemble = EnsembleRetriever(hipporag, Dense(), threshold=float(threshold))
        assert ensemble.score(queries).outcomes == (outcome,)


def test_weight_is_the_part_of_hipporag(hipporag: HippoRAGRetriever) -> None:
    queries = [query("d")]
    graph = hipporag.score(queries).scores
    for weight in (0.0, 0.2, 1.0):
        block = EnsembleRetriever(hipporag, Dense(), weight=weight).score(queries)
        np.testing.assert_allclose(block.scores, weight * graph + (1 - weight) * DENSE)


def test_a_query_does_not_depend_on_its_block(hipporag: HippoRAGRetriever) -> None:
    ensemble = EnsembleRetriever(hipporag, Dense())
    queries = [query("d"), query(), query("a"), query("x", "d")]
    together = ensemble.score(queries)
    for row, alone in enumerate(queries):
        block = ensemble.score([alone])
        np.testing.assert_array_equal(block.scores[0], together.scores[row])
        assert block.outcomes[0] == together.outcomes[row]
    assert ensemble.score([]).scores.shape == (0, 3)


@pytest.mark.parametrize("settings", [{"threshold": 1.5}, {"weight": -0.1}, {"weight": 1.1}])
def test_bad_settings(hipporag: HippoRAGRetriever, settings: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        EnsembleRetriever(hipporag, Dense(), **settings)
