"""Synonymy by late interaction: the same edges as from the matrix of all scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from graph_cases import listed
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hippo_exp.encoders.late_interaction import TokenIndex, TokenVectors
from hippo_exp.errors import ConfigError, EncoderError, GraphError
from hippo_exp.graph.synonymy import (
    eligible_sources,
    find_late_interaction_synonyms,
    select_synonyms,
)
from hippo_exp.graph.synonymy.candidates import candidate_pairs
from hippo_exp.graph.synonymy.pivots import bounds, find_pivots
from hippo_exp.types import FloatArray, SynonymEdges


def unit(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    return (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float32)


def some(rng: np.random.Generator, counts: Sequence[int], spread: float, dim: int) -> TokenVectors:
    """Texts of tokens near a few common directions."""
    centres = unit(rng.normal(size=(4, dim)))
    texts = [
        unit(centres[rng.integers(0, 4, n)] + spread * rng.normal(size=(n, dim))) for n in counts
    ]
    return TokenVectors.from_texts(texts, dim)


def all_scores(queries: TokenVectors, documents: TokenVectors) -> FloatArray:
    scores = np.zeros((len(queries), len(documents)))
    for q in range(len(queries)):
        for d in range(len(documents)):
            product = queries.text(q).astype(float) @ documents.text(d).astype(float).T
            scores[q, d] = product.max(axis=1).sum()
    return scores


def full_matrix(
    queries: TokenVectors, documents: TokenVectors, nodes: Sequence[str], threshold: float, cap: int
) -> SynonymEdges:
    """Every similarity, then the rule."""
    scores = all_scores(queries, documents)
    own = np.diag(scores)
    usable = eligible_sources(nodes, min_alnum=3) & (own > 0)
    similarity = scores / np.where(usable, own, 1.0)[:, None]
    rows, columns = np.nonzero(np.broadcast_to(usable[:, None], scores.shape))
    edges = select_synonyms(
        rows, columns, similarity[rows, columns], threshold=threshold, max_neighbors=cap
    )
    return replace(edges, score=np.minimum(edges.score, 1))


def encode(
    queries: TokenVectors, nodes: Sequence[str], calls: list[int] | None = None
) -> Callable[[Sequence[str]], TokenVectors]:
    at = {node: position for position, node in enumerate(nodes)}

    def given_queries(phrases: Sequence[str]) -> TokenVectors:
        if calls is not None:
            calls.append(len(phrases))
        return queries.take(np.array([at[phrase] for phrase in phrases], dtype=np.int64))

    return given_queries


def agree(found: SynonymEdges, expected: SynonymEdges) -> None:
    np.testing.assert_array_equal(found.source, expected.source)
    np.testing.assert_array_equal(found.target, expected.target)
    np.testing.assert_allclose(found.score, expected.score, atol=2e-7)
    assert found.score.dtype == np.float32


@given(
    seed=st.integers(0, 2**32 - 1),
    sizes=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 5)), max_size=14),
    spread=st.sampled_from([0.02, 0.2, 0.6]),
    threshold=st.sampled_from([0.3, 0.8, 0.97, 1.0]),
    cap=st.integers(1, 5),
    copies=st.booleans(),
)
@settings(max_examples=120, deadline=None)
def test_same_edges_as_the_full_matrix(
    seed: int,
    sizes: list[tuple[int, int]],
    spread: float,
    threshold: float,
    cap: int,
    copies: bool,
) -> None:
    rng = np.random.default_rng(seed)
    queries = some(rng, [size[0] for size in sizes], spread, 6)
    documents = some(rng, [size[1] for size in sizes], spread, 6)
    if copies and sizes:  # phrases of equal tokens
        documents = documents.take(rng.integers(0, len(sizes), len(sizes)))
    nodes = [f"{n:03}" if n % 5 else f"{n}!" for n in range(len(sizes))]
    found = find_late_interaction_synonyms(
        documents, nodes, encode(queries, nodes), threshold=threshold, max_neighbors=cap
    )
    agree(found, full_matrix(queries, documents, nodes, threshold, cap))


def test_many_nodes_in_little_memory() -> None:
    """Several parts of sources, and candidates dropped on the way."""
    rng = np.random.default_rng(2)
    n, dim = 260, 512
    queries = some(rng, [12] * n, 0.03, dim)
    documents = some(rng, rng.integers(2, 7, n).tolist(), 0.03, dim)
    nodes = [f"node {number}" for number in range(n)]
    calls: list[int] = []
    found = find_late_interaction_synonyms(
        documents, nodes, encode(queries, nodes, calls), threshold=0.5, max_neighbors=7, memory_mb=8
    )
    assert max(calls) < n == sum(calls)
    agree(found, full_matrix(queries, documents, nodes, 0.5, 7))
    whole = find_late_interaction_synonyms(
        documents, nodes, encode(queries, nodes), threshold=0.5, max_neighbors=7
    )
    agree(found, whole)


@given(
    seed=st.integers(0, 2**32 - 1),
    counts=st.lists(st.integers(1, 20), min_size=1, max_size=5),
    spread=st.sampled_from([0.0, 0.02, 0.1, 0.3, 1.0]),
)
@settings(max_examples=80, deadline=None)
def test_the_bound_is_a_bound(seed: int, counts: list[int], spread: float) -> None:
    """Never below the score; and the score itself where each token is a pivot."""
    rng = np.random.default_rng(seed)
    queries = some(rng, counts, spread, 5)
    documents = some(rng, [1, 2, 5, 5, 3], spread, 5)
    scores = all_scores(queries, documents)
    pivots = find_pivots(queries)
    assert (pivots.tokens.counts <= queries.counts).all()
    assert pivots.members.sum() == queries.counts.sum()
    for rows, positions, best in TokenIndex(documents, what="d").maxima(pivots.tokens, "q"):
        bound = bounds(best, pivots, rows)
        exact = scores[rows, positions]
        assert (bound >= exact - 3e-5 * queries.counts[rows, None]).all()
        all_chosen = pivots.tokens.counts[rows] == queries.counts[rows]
        np.testing.assert_allclose(bound[all_chosen], exact[all_chosen], atol=1e-5)


def test_a_token_between_two_tokens_of_the_document() -> None:
    """The pivot finds itself, its member finds another token: both have cosine 1."""
    angles = np.deg2rad([0.0, 15.0])
    both = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    tokens = TokenVectors.from_texts([both], 2)
    pivots = find_pivots(tokens)
    assert pivots.tokens.counts.tolist() == [1]
    ((rows, _, best),) = TokenIndex(tokens, what="d").maxima(pivots.tokens, "q")
    assert bounds(best, pivots, rows).tolist() == [[2.0]]


@given(
    seed=st.integers(0, 2**32 - 1),
    n_best=st.integers(1, 6),
    limit=st.sampled_from([1, 20, 10_000]),
    share=st.sampled_from([0.0, 0.7, 0.95]),
)
@settings(max_examples=50, deadline=None)
def test_candidates_hold_the_best(seed: int, n_best: int, limit: int, share: float) -> None:
    """Whatever is dropped on the way, and however small the blocks are."""
    rng = np.random.default_rng(seed)
    queries = some(rng, [6, 9, 3], 0.3, 5)
    documents = some(rng, rng.integers(1, 5, 30).tolist(), 0.3, 5)
    documents = documents.take(np.array([*range(30), 3, 4]))
    scores = all_scores(queries, documents)
    least = share * scores.max(axis=1)
    index = TokenIndex(documents, what="d", memory_mb=1e-3)
    rows, columns = candidate_pairs(index, queries, least, n_best=n_best, limit=limit)
    assert (np.diff(rows) >= 0).all()
    pairs = list(zip(rows.tolist(), columns.tolist(), strict=True))
    assert len(dict.fromkeys(pairs)) == len(pairs)
    for row in range(3):
        wanted = [d for d in np.argsort(-scores[row, :30])[:n_best].tolist() if d not in (3, 4)]
        wanted = [d for d in wanted if scores[row, d] >= least[row]]
        assert not [d for d in wanted if (row, d) not in pairs]
        worst = max(least[row], np.sort(scores[row, :30])[-n_best])  # of different documents
        kept = [scores[row, d] for r, d in pairs if r == row]
        assert min(kept, default=worst) > worst - 0.01
        assert all(((row, 30) in pairs) == ((row, 3) in pairs) for row in range(3))


def test_few_pivots_for_repeated_tokens() -> None:
    """What the augmentation of a query gives: 32 tokens in 4 directions need 4 searches."""
    rng = np.random.default_rng(1)
    queries = some(rng, [32] * 6, 0.002, 128)
    assert find_pivots(queries).tokens.counts.max() <= 4


def test_relative_to_the_node_itself() -> None:
    """Of two query tokens one finds itself: similarity 1/2; backwards, both do: 1."""
    x, y = np.eye(2, dtype=np.float32)
    documents = TokenVectors.from_texts([np.stack([x, y]), x[None], x[None]], 2)
    nodes = ["both", "left", "copy"]
    found = find_late_interaction_synonyms(
        documents, nodes, encode(documents, nodes), threshold=0.5, max_neighbors=9
    )
    assert listed(found) == [
        (0, 1, 0.5), (0, 2, 0.5), (1, 0, 1.0), (1, 2, 1.0), (2, 0, 1.0), (2, 1, 1.0),
    ]  # fmt: skip
    capped = find_late_interaction_synonyms(
        documents, nodes, encode(documents, nodes), threshold=0.6, max_neighbors=1
    )
    assert listed(capped) == [(1, 0, 1.0), (2, 0, 1.0)]


def test_a_node_unlike_itself_has_no_synonyms() -> None:
    x = np.array([[1, 0]], dtype=np.float32)
    documents = TokenVectors.from_texts([x, x], 2)
    queries = TokenVectors.from_texts([-x, x], 2)
    nodes = ["odd", "good"]
    found = find_late_interaction_synonyms(
        documents, nodes, encode(queries, nodes), threshold=0.1, max_neighbors=9
    )
    assert listed(found) == [(1, 0, 1.0)]


def test_faults_are_named() -> None:
    x = np.array([[1, 0]], dtype=np.float32)
    tokens = TokenVectors.from_texts([x, x], 2)
    nodes = ["one", "two"]

    def find(**change: object) -> SynonymEdges:
        plain: dict[str, object] = {
            "documents": tokens, "nodes": nodes, "encode_queries": encode(tokens, nodes),
            "threshold": 0.8, "max_neighbors": 9,
        }  # fmt: skip
        return find_late_interaction_synonyms(**(plain | change))  # type: ignore[arg-type]

    for setting, value in (("threshold", 0.0), ("max_neighbors", 0), ("memory_mb", 0.5)):
        with pytest.raises(ConfigError, match=setting):
            find(**{setting: value})
    with pytest.raises(GraphError, match="2 texts for 3 nodes"):
        find(nodes=["one", "two", "three"])
    with pytest.raises(GraphError, match="1 texts for 2 nodes"):
        find(encode_queries=lambda _: TokenVectors.from_texts([x], 2))
    with pytest.raises(GraphError, match="not of L2 norm 1"):
        find(documents=TokenVectors.from_texts([x, 2 * x], 2))
    wide = np.array([[1, 0, 0]], dtype=np.float32)
    with pytest.raises(EncoderError, match="3 dimensions"):
        find(encode_queries=lambda _: TokenVectors.from_texts([wide, wide], 3))
