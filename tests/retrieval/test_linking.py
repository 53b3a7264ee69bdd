"""Entities to nodes: nearest by cosine, first of equals, in blocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.errors import EncoderError
from hippo_exp.retrieval import LinkedEntity, VectorIndex, link_entities, restart_weights


def f32(rows: list[list[float]]) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


def index(vectors: np.ndarray | sparse.csr_array, memory_mb: float = 64) -> VectorIndex:
    return VectorIndex(vectors, what="node vectors", memory_mb=memory_mb)


def test_nearest_by_cosine_not_by_inner_product() -> None:
    links = link_entities(f32([[1, 1]]), index(f32([[9, 0], [1, 1]])))
    assert links.nodes.tolist() == [1]
    assert links.cosines == pytest.approx([1.0])


def test_equal_cosines_go_to_the_first_node() -> None:
    nodes = f32([[0, 1], [1, 0], [2, 0], [1, 1e-7]])
    for memory in (64, 1e-6):  # the second takes one node at a time
        assert link_entities(f32([[3, 0]]), index(nodes, memory)).nodes.tolist() == [1]


def test_what_is_not_linkable() -> None:
    nodes = f32([[0, 0], [1, 0], [0, 0]])
    entities = f32([[0, 0], [0, 5], [-1, 0], [0.1, 5]])  # zero, orthogonal, opposite, near
    for kind in (lambda rows: rows, sparse.csr_array):
        links = link_entities(kind(entities), index(kind(nodes)))
        assert links.nodes.tolist() == [-1, -1, -1, 1]
        assert links.cosines[:3].tolist() == [0, 0, 0]


def test_no_nodes_and_no_entities() -> None:
    assert link_entities(f32([[1, 0]]), index(np.zeros((0, 2), np.float32))).nodes.tolist() == [-1]
    assert link_entities(np.zeros((0, 2), np.float32), index(f32([[1, 0]]))).nodes.shape == (0,)


@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 8), st.integers(1, 12)),
    memory=st.sampled_from([1e-6, 1e-4, 64]),
    thin=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_equals_the_written_out_search(
    seed: int, shape: tuple[int, int], memory: float, thin: bool
) -> None:
    rng = np.random.default_rng(seed)
    entities = rng.integers(-2, 3, (shape[0], 3)).astype(np.float32)
    nodes = rng.integers(-2, 3, (shape[1], 3)).astype(np.float32)
    expected = []
    for entity in entities.astype(float):
        best, node = 0.0, -1
        for position, other in enumerate(nodes.astype(float)):
            norms = np.linalg.norm(entity) * np.linalg.norm(other)
            cosine = round(float(entity @ other / norms), 6) if norms else 0.0
            if cosine > best:
                best, node = cosine, position
        expected.append(node)
    kind = sparse.csr_array if thin else np.asarray
    links = link_entities(kind(entities), index(kind(nodes), memory))
    assert links.nodes.tolist() == expected
    assert (links.cosines <= 1).all()


def test_character_ngrams_find_the_spelling() -> None:
    encoder = CharNgramEncoder()
    nodes = ["alhandra", "erik hort", "montebello", "xira"]
    links = link_entities(
        encoder.encode(["Erik Horts", "vila franca de xira", "qqq", ""], "phrase"),
        index(encoder.encode(nodes, "phrase")),
    )
    assert links.nodes.tolist() == [1, 3, -1, -1]


def test_dimensions_must_fit() -> None:
    with pytest.raises(EncoderError, match=r"entity vectors .* node vectors"):
        link_entities(f32([[1, 0, 0]]), index(f32([[1, 0]])))


WEIGHTS = np.array([1.0, 0.5, 0.25])


def entity(phrase: str, node: int) -> LinkedEntity:
    return LinkedEntity(phrase.upper(), phrase, node, 1.0 if node >= 0 else 0.0)


def test_two_entities_on_one_node() -> None:
    """Row 9: the weight is set, so they count once; ``sum`` counts distinct phrases."""
    entities = [entity("b", 1), entity("bb", 1), entity("bb", 1), entity("c", 2), entity("x", -1)]
    assert restart_weights(entities, WEIGHTS, "set") == {1: 0.5, 2: 0.25}
    assert restart_weights(entities, WEIGHTS, "sum") == {1: 1.0, 2: 0.25}
    assert restart_weights([], WEIGHTS, "sum") == {}


@given(order=st.permutations([("a", 0), ("b", 1), ("bb", 1), ("c", 2), ("x", -1)]))
def test_the_order_of_entities_is_nothing(order: list[tuple[str, int]]) -> None:
    entities = [entity(phrase, node) for phrase, node in order]
    found = list(restart_weights(entities, WEIGHTS, "sum").items())
    assert found == [(0, 1.0), (1, 1.0), (2, 0.25)]
