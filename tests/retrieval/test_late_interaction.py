"""Retrieval by late interaction: exact, on corpora of any size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from token_cases import WordTokens, score

from hippo_exp.encoders.late_interaction import TokenVectors
from hippo_exp.errors import DataError, EncoderError
from hippo_exp.retrieval import LateInteractionRetriever, rank_passages
from hippo_exp.types import Query


def retriever(passages: Sequence[str], memory_mb: float = 64) -> LateInteractionRetriever:
    encode = WordTokens()
    return LateInteractionRetriever(
        encode(passages, "document"), encode.queries, memory_mb=memory_mb
    )


def test_one_passage_of_four_words() -> None:
    """Pitfall A32: nothing is trained on the corpus, so nothing needs one of a certain size."""
    queries = [Query("q", "the river"), Query("r", "elsewhere"), Query("s", "")]
    block = retriever(["the river rises here"]).score(queries)
    assert block.scores.shape == (3, 1)
    assert block.scores.dtype == np.float64
    assert np.isfinite(block.scores).all()
    assert block.scores[0, 0] == pytest.approx(3, abs=1e-5)  # "the" counts twice
    assert block.outcomes == ("ok",) * 3


def test_as_many_passages_as_asked_for() -> None:
    """Pitfall A49: more than 128 hits, all of them, best first."""
    passages = [f"word{n} common" for n in range(300)]
    queries = [Query("q", "word7")]
    block = retriever(passages).score(queries)
    (ranking,) = rank_passages(block, queries, k=300, ties="first")
    assert sorted(ranking.passages.tolist()) == list(range(300))
    assert ranking.passages[0] == 7


WORDS = st.lists(st.sampled_from("abcdef"), max_size=5).map(" ".join)


@given(
    passages=st.lists(WORDS, min_size=1, max_size=8),
    texts=st.lists(WORDS, max_size=6),
    memory=st.sampled_from([1e-6, 1e-3, 64]),
)
@settings(max_examples=60, deadline=None)
def test_equals_three_loops(passages: list[str], texts: list[str], memory: float) -> None:
    encode = WordTokens()
    block = retriever(passages, memory).score([Query(str(n), t) for n, t in enumerate(texts)])
    expected = [
        [score(encode.text(text, "query"), encode.text(other, "document")) for other in passages]
        for text in texts
    ]
    np.testing.assert_allclose(block.scores, np.reshape(expected, block.scores.shape), atol=1e-5)
    for one, text in enumerate(passages):
        for other in range(one):
            if passages[other] == text:
                np.testing.assert_array_equal(block.scores[:, one], block.scores[:, other])


def test_equal_passages_rank_in_corpus_order() -> None:
    """Pitfall A33."""
    rng = np.random.default_rng(5)
    passages = [" ".join(rng.choice(list("abcdefgh"), rng.integers(1, 30))) for _ in range(301)]
    copies = [3, 150, 299, 300]
    for copy in copies:
        passages[copy] = "x y z"
    queries = [Query("q", "z y x")]
    (ranking,) = rank_passages(retriever(passages).score(queries), queries, k=4, ties="first")
    assert ranking.passages.tolist() == copies


def test_errors() -> None:
    encode = WordTokens()
    with pytest.raises(DataError, match="no passages"):
        retriever([])
    passages = encode(["a"], "document")
    with pytest.raises(EncoderError, match="1 texts for 2 queries"):
        LateInteractionRetriever(passages, lambda _: passages).score(
            [Query("q", "a"), Query("r", "b")]
        )
    narrow = TokenVectors(np.ones((1, 2), np.float32), np.array([0, 1]))
    with pytest.raises(EncoderError, match="query tokens of 2 dimensions"):
        LateInteractionRetriever(passages, lambda _: narrow).score([Query("q", "a")])
    assert retriever(["a"]).score([]).scores.shape == (0, 1)
