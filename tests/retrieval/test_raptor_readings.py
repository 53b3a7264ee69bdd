"""How a summary that is found is read: through to its leaves, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from raptor_cases import ENCODER, N, corpus, embed, usual_tree

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.retrieval import BM25Retriever, DenseRetriever, rank_passages
from hippo_exp.retrieval.raptor import (
    RaptorRetriever,
    Reading,
    Summary,
    SummaryTree,
)
from hippo_exp.text import ANALYZERS
from hippo_exp.types import FloatArray, Query, ScoreBlock


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
