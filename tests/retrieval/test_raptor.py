"""RAPTOR: groups, tree, and the readings of a summary that is found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.errors import ConfigError, DataError, EncoderError
from hippo_exp.retrieval import BM25Retriever, DenseRetriever, rank_passages
from hippo_exp.retrieval.raptor import (
    GroupSettings,
    RaptorRetriever,
    Reading,
    Summary,
    SummaryTree,
    build_tree,
    count_words,
    group_vectors,
)
from hippo_exp.retrieval.raptor.mixture import soft_clusters
from hippo_exp.retrieval.raptor.reduction import reduce_vectors
from hippo_exp.text import ANALYZERS
from hippo_exp.types import FloatArray, Query, ScoreBlock, Vectors

N = 33
ENCODER = CharNgramEncoder(n_features=2**12)
SMALL = GroupSettings(reduction_dim=4, max_clusters=5, max_length=60, seed=1)
TOPICS = {
    "Norway": "Oslo Bergen fjord king Norwegian mountains cod herring",
    "Chess": "pawn rook bishop queen castling checkmate opening endgame",
    "Sea": "whale squid octopus trench current plankton reef coral",
}


def embed(texts: Sequence[str]) -> Vectors:
    return ENCODER.encode(texts, "passage")


def first_sentences(texts: Sequence[str]) -> str:
    return " ".join(text.partition(".")[0] + "." for text in texts)


def corpus(n: int) -> list[str]:
    rng = np.random.default_rng(8)
    passages = []
    for number in range(n):
        topic, words = list(TOPICS.items())[number % len(TOPICS)]
        chosen = " ".join(rng.choice(words.split(), 5))
        passages.append(
            f"{topic} {number}: {chosen}. {topic} {' '.join(rng.choice(words.split(), 4))}."
        )
    return passages


@cache
def usual_tree() -> SummaryTree:
    return tree_of(corpus(N))


def tree_of(contents: Sequence[str], **settings_: Any) -> SummaryTree:
    given_: dict[str, Any] = {"settings": SMALL, "last_layer": 1, **settings_}
    return build_tree(contents, embed, first_sentences, **given_)


class TestBuild:
    def test_two_passages(self) -> None:
        """Pitfall A48: leaves and at most one summary, no exception, the same again."""
        contents = ["Oslo is a city. It is old.", "Oslo is a port. It is cold."]
        tree = tree_of(contents)
        assert tree.summaries == (Summary("Oslo is a city. Oslo is a port.", (0, 1), 1),)
        assert tree == tree_of(contents)
        assert tree_of(contents, last_layer=11).summaries == ()
        assert build_tree(contents, embed, first_sentences).n_nodes == 2

    @pytest.mark.parametrize("n", [1, 3, 4, 5])
    def test_tiny_corpora(self, n: int) -> None:
        tree = tree_of(corpus(n))
        assert tree.counts["passages"] == n
        assert len(tree.summaries) <= max(1, n - 1) * 3
        assert tree.texts(corpus(n))[:n] == corpus(n)

    def test_equal_and_empty_passages(self) -> None:
        for contents in (["same words here."] * 9, [""] * 9):
            tree = tree_of(contents)
            assert [summary.children for summary in tree.summaries] == [tuple(range(9))]
        assert tree_of([""] * 9).counts["blank_summaries"] == 0  # "." nine times
        blank = build_tree(corpus(3), embed, lambda _: " ", settings=SMALL, last_layer=1)
        assert blank.counts["blank_summaries"] == len(blank.summaries) > 0

    def test_structure_of_a_larger_tree(self) -> None:
        contents = corpus(N)
        tree = usual_tree()
        assert tree == tree_of(contents)  # fixed seeds
        assert tree.counts["levels"] >= 2
        assert tree.counts["summaries"] == len(tree.summaries)
        for position, summary in enumerate(tree.summaries):
            assert len(summary.children) >= 2
            assert summary.children == tuple(sorted(dict.fromkeys(summary.children)))
            levels = [
                0 if child < N else tree.summaries[child - N].level for child in summary.children
            ]
            assert levels == [summary.level - 1] * len(levels)
            texts = [tree.texts(contents)[child] for child in summary.children]
            assert summary.text == first_sentences(texts)
            assert max(summary.children) < N + position

    def test_groups_follow_the_topics(self) -> None:
        """Passages of one topic share a parent far more often than those of two."""
        tree = tree_of(corpus(N), settings=GroupSettings(reduction_dim=4, max_clusters=5))
        same, other = 0, 0
        for summary in tree.summaries:
            if summary.level == 1:
                topics = [child % 3 for child in summary.children]
                pairs = [(a, b) for i, a in enumerate(topics) for b in topics[:i]]
                same += sum(a == b for a, b in pairs)
                other += sum(a != b for a, b in pairs)
        assert same > 9 * other

    def test_limits(self) -> None:
        contents = corpus(N)
        assert tree_of(contents, max_levels=0).summaries == ()
        assert tree_of(contents, last_layer=N).summaries == ()
        first = tuple(summary for summary in usual_tree().summaries if summary.level == 1)
        assert tree_of(contents, max_levels=1).summaries == first
        assert tree_of(contents, last_layer=N - 1).summaries[: len(first)] == first

    def test_no_group_is_longer_than_allowed(self) -> None:
        contents = corpus(N)
        seen: list[int] = []

        def summarize(texts: Sequence[str]) -> str:
            seen.append(sum(map(count_words, texts)))
            return first_sentences(texts[:1])

        build_tree(contents, embed, summarize, settings=SMALL, last_layer=1)
        assert 0 < max(seen) <= SMALL.max_length

    def test_errors(self) -> None:
        with pytest.raises(DataError, match="no passages"):
            tree_of([])
        for settings_ in ({"max_levels": -1}, {"last_layer": 0}):
            with pytest.raises(ConfigError, match="out of range"):
                tree_of(["a"], **settings_)
        with pytest.raises(EncoderError, match="1 vectors for 2 texts"):
            build_tree(["a", "b"], lambda _: embed(["a"]), first_sentences, last_layer=1)
        for wrong in (
            {"reduction_dim": 0}, {"max_clusters": 1}, {"max_length": 0}, {"threshold": 1.0},
        ):  # fmt: skip
            with pytest.raises(ConfigError, match=f"raptor.{next(iter(wrong))}"):
                GroupSettings(**wrong)


class TestGroups:
    @given(
        seed=st.integers(0, 2**32 - 1),
        n=st.integers(1, 14),
        repeated=st.booleans(),
        most=st.sampled_from([1, 4, 100]),
    )
    @settings(max_examples=12, deadline=None)
    def test_laws(self, seed: int, n: int, repeated: bool, most: int) -> None:
        """Every node is in a group, no group twice, none too long unless it is one node."""
        rng = np.random.default_rng(seed)
        vectors = rng.normal(size=(n, 3)).astype(np.float32)
        if repeated:
            vectors = vectors[rng.integers(0, n, n)]
        lengths = rng.integers(1, 3, n)
        given_ = GroupSettings(reduction_dim=2, max_clusters=4, max_length=most, seed=seed % 1000)
        groups = group_vectors(vectors, lengths, given_)
        assert sorted({int(node) for group in groups for node in group}) == list(range(n))
        plain = [tuple(group.tolist()) for group in groups]
        assert len(dict.fromkeys(plain)) == len(plain)
        for group in groups:
            assert group.tolist() == sorted(dict.fromkeys(group.tolist()))
            assert group.size == 1 or lengths[group].sum() <= most
        again = group_vectors(vectors, lengths, given_)
        assert [tuple(group.tolist()) for group in again] == plain

    def test_vectors_are_compared_by_direction(self) -> None:
        rng = np.random.default_rng(0)
        vectors = rng.normal(size=(9, 6)).astype(np.float32)
        vectors[4] = 0
        reduced = reduce_vectors(vectors, 3, 0)
        assert reduced.shape == (9, 3)
        assert np.abs(reduced[4]).max() < 1e-12
        longer = vectors * rng.uniform(0.5, 9, (9, 1)).astype(np.float32)
        for other in (longer, sparse.csr_array(vectors)):
            np.testing.assert_allclose(reduce_vectors(other, 3, 0), reduced, atol=1e-5)
        norms = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        values = np.linalg.svd(vectors / norms, compute_uv=False)[:3]
        np.testing.assert_allclose(np.linalg.norm(reduced, axis=0), values, rtol=1e-5)
        assert reduce_vectors(vectors[:3], 10, 0).shape == (3, 1)

    @pytest.mark.parametrize("shape", [(9, 40), (40, 9), (12, 12)])
    def test_the_ways_to_reduce_agree(
        self, monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int]
    ) -> None:
        rng = np.random.default_rng(1)
        vectors = rng.normal(size=shape).astype(np.float32) * 0.7 ** np.arange(shape[1])
        vectors = vectors.astype(np.float32)
        exact = reduce_vectors(vectors, 4, 0)
        unit = vectors / np.linalg.norm(vectors.astype(float), axis=1, keepdims=True)
        left, values, _ = np.linalg.svd(unit, full_matrices=False)
        np.testing.assert_allclose(np.abs(exact), np.abs(left[:, :4] * values[:4]), atol=1e-6)
        assert (exact[np.abs(exact).argmax(axis=0), range(4)] > 0).all()
        monkeypatch.setattr("hippo_exp.retrieval.raptor.reduction._LARGEST_GRAM", 0)
        np.testing.assert_allclose(reduce_vectors(vectors, 4, 0), exact, atol=1e-5)

    def test_separate_clouds(self) -> None:
        rng = np.random.default_rng(0)
        points = np.concatenate(
            [c + 0.1 * rng.normal(size=(20, 2)) for c in ([0, 0], [9, 0], [0, 9])]
        )
        found = soft_clusters(points, threshold=0.1, max_clusters=6, seed=0)
        assert sorted(group.tolist() for group in found) == [
            list(range(20)), list(range(20, 40)), list(range(40, 60)),
        ]  # fmt: skip

    def test_a_point_between_two_clouds_is_in_both(self) -> None:
        rng = np.random.default_rng(0)
        clouds = [c + rng.normal(size=(60, 2)) for c in ([0, 0], [6, 0])]
        points = np.concatenate([*clouds, [[3.0, 0.0]]])
        found = soft_clusters(points, threshold=0.01, max_clusters=3, seed=0)
        assert [120 in group for group in found] == [True, True]
        hard = soft_clusters(points, threshold=0.999, max_clusters=3, seed=0)
        assert sum(120 in group for group in hard) == 1


class Fixed:
    def __init__(self, scores: FloatArray) -> None:
        self._scores = scores

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        rows = [int(query.text) for query in queries]
        return ScoreBlock(self._scores[rows], ("ok",) * len(rows))


# passages 0 to 4; nodes 5 = (0, 1), 6 = (2, 3), 7 = (5, 6), one level higher
TREE = SummaryTree(5, (Summary("s", (0, 1), 1), Summary("t", (2, 3), 1), Summary("u", (5, 6), 2)))


def ranked(scores: Sequence[float], reading: Reading) -> list[int]:
    found = RaptorRetriever(Fixed(np.array([scores])), TREE, reading=reading)
    queries = [Query("q", "0")]
    (ranking,) = rank_passages(found.score(queries), queries, k=5, ties="first")
    return list(ranking.passages.tolist())


class TestRetriever:
    def test_leaves(self) -> None:
        assert [below.tolist() for below in TREE.leaves()] == [[0, 1], [2, 3], [0, 1, 2, 3]]
        assert TREE.summary_keys() == ("\nsummary 0", "\nsummary 1", "\nsummary 2")

    def test_a_summary_brings_its_leaves_the_best_first(self) -> None:
        scores = [0.1, 0.3, 0.2, 0.9, 0.4, 0.5, 0.0, 0.0]
        assert ranked(scores, "expanded") == [3, 1, 0, 4, 2]
        assert ranked(scores, "leaves_only") == [3, 4, 1, 2, 0]

    def test_a_higher_summary_reaches_all_below(self) -> None:
        scores = [0.1, 0.3, 0.2, 0.9, 0.4, 0.5, 0.0, 0.8]
        assert ranked(scores, "expanded") == [3, 1, 2, 0, 4]
        found = RaptorRetriever(Fixed(np.array([scores])), TREE, reading="expanded")
        block = found.score([Query("q", "0")])
        np.testing.assert_allclose(block.scores, [[0.8, 0.8, 0.8, 0.9, 0.4]], atol=1e-6)
        assert block.scores[0, [3, 4]].tolist() == [0.9, 0.4]  # a leaf's own score is kept

    @given(seed=st.integers(0, 2**32 - 1), memory=st.sampled_from([1e-6, 64]))
    @settings(max_examples=30, deadline=None)
    def test_equals_the_written_out_rule(self, seed: int, memory: float) -> None:
        scores = np.random.default_rng(seed).integers(0, 6, (4, 8)) / 2.0
        found = RaptorRetriever(Fixed(scores), TREE, reading="expanded", memory_mb=memory)
        queries = [Query(str(n), str(n)) for n in range(4)]
        rankings = rank_passages(found.score(queries), queries, k=5, ties="first")
        for row, ranking in enumerate(rankings):
            best = [
                max(scores[row, nodes])
                for nodes in ([0, 5, 7], [1, 5, 7], [2, 6, 7], [3, 6, 7], [4])
            ]
            expected = sorted(range(5), key=lambda p: (-best[p], -scores[row, p], p))
            assert ranking.passages.tolist() == expected

    def test_leaves_only_is_the_inner_retriever(self) -> None:
        contents = corpus(N)
        tree = usual_tree()
        texts = tree.texts(contents)
        assert len(texts) == tree.n_nodes > N
        inner = DenseRetriever(embed(texts), lambda t: ENCODER.encode(t, "query"))
        plain = DenseRetriever(embed(contents), lambda t: ENCODER.encode(t, "query"))
        queries = [Query("q", "octopus and squid"), Query("r", "castling")]
        found = RaptorRetriever(inner, tree, reading="leaves_only").score(queries)
        np.testing.assert_allclose(found.scores, plain.score(queries).scores, atol=1e-12)

    def test_over_bm25(self) -> None:
        contents = corpus(N)
        tree = usual_tree()
        inner = BM25Retriever(tree.texts(contents), analyze=ANALYZERS["standard"])
        found = RaptorRetriever(inner, tree, reading="expanded")
        queries = [Query("q", "octopus"), Query("r", "zebra")]
        block = found.score(queries)
        assert block.outcomes == ("ok", "no_match")
        assert block.scores.shape == (2, N)
        assert found.score_nodes(queries).scores.shape == (2, tree.n_nodes)
        assert block.scores[0].argmax() % 3 == 2  # a passage about the sea

    def test_errors(self) -> None:
        with pytest.raises(ConfigError, match="'both' is no reading"):
            RaptorRetriever(Fixed(np.zeros((1, 8))), TREE, reading="both")  # type: ignore[arg-type]
        with pytest.raises(DataError, match="7 scores for a tree of 8 nodes"):
            RaptorRetriever(Fixed(np.zeros((1, 7))), TREE, reading="expanded").score(
                [Query("q", "0")]
            )
        found = RaptorRetriever(Fixed(np.zeros((1, 8))), TREE, reading="expanded")
        assert found.score([]).scores.shape == (0, 5)
