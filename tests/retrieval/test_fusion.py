"""Fusion of two retrievers by score and by rank."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from passage_node_cases import Fixed
from retrieval_cases import query

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.retrieval import RankFusionRetriever, ScoreFusionRetriever, min_max
from hippo_exp.types import ScoreBlock

ONE, TWO = [0.0, 4.0, 1.0], [10.0, 20.0, 30.0]
rows = st.lists(st.integers(-5, 5).map(float), min_size=4, max_size=4)


@pytest.mark.parametrize(
    ("weight", "expected"),
    [(1.0, [0, 1, 0.25]), (0.0, [0, 0.5, 1]), (0.8, [0, 0.9, 0.4])],
)
def test_score_fusion(weight: float, expected: list[float]) -> None:
    block = ScoreFusionRetriever(Fixed(ONE), Fixed(TWO), weight=weight).score([query()])
    np.testing.assert_allclose(block.scores, [expected])
    assert block.outcomes == ("ok",)


def test_rank_fusion_exact_and_ties_share_the_mean_rank() -> None:
    block = RankFusionRetriever(Fixed(ONE), Fixed(TWO)).score([query()])
    np.testing.assert_allclose(block.scores, [[1 / 63 + 1 / 63, 1 / 61 + 1 / 62, 1 / 62 + 1 / 61]])
    tied = RankFusionRetriever(Fixed([0.0, 0.0, 5.0]), Fixed([1.0, 1.0 + 1e-12, 1.0]), k=1)
    np.testing.assert_allclose(
        tied.score([query()]).scores, [[1 / 3.5 + 1 / 3, 1 / 3.5 + 1 / 3, 1 / 2 + 1 / 3]]
    )


def ranks_by_counting(scores: list[float]) -> list[float]:
    return [
        1 + sum(other > own for other in scores) + (sum(other == own for other in scores) - 1) / 2
        for own in scores
    ]


@given(one=rows, two=rows, k=st.sampled_from([0, 1, 60]))
def test_rank_fusion_against_counting(one: list[float], two: list[float], k: int) -> None:
    found = RankFusionRetriever(Fixed(one), Fixed(two), k=k).score([query()]).scores[0]
    pairs = zip(ranks_by_counting(one), ranks_by_counting(two), strict=True)
    np.testing.assert_allclose(found, [1 / (k + a) + 1 / (k + b) for a, b in pairs])


@given(one=rows, two=rows, scale=st.sampled_from([0.5, 3.0]))
def test_neither_depends_on_a_scale_and_order_of_arguments(
    one: list[float], two: list[float], scale: float
) -> None:
    stretched = [scale * score for score in one]
    for make in (ScoreFusionRetriever, RankFusionRetriever):
        scores = make(Fixed(one), Fixed(two)).score([query()]).scores
        for other in (make(Fixed(stretched), Fixed(two)), make(Fixed(two), Fixed(one))):
            np.testing.assert_allclose(other.score([query()]).scores, scores, atol=1e-12)


def test_a_flat_retriever_adds_nothing() -> None:
    block = ScoreFusionRetriever(Fixed([0.2, 0.2, 0.2]), Fixed(TWO)).score([query()])
    np.testing.assert_allclose(block.scores, 0.5 * min_max(np.array([TWO])))


class Told(Fixed):
    def __init__(self, *outcomes: str) -> None:
        super().__init__(ONE)
        self.outcomes = outcomes

    def score(self, queries: Any) -> ScoreBlock:
        return ScoreBlock(super().score(queries).scores, self.outcomes)


@pytest.mark.parametrize("make", [ScoreFusionRetriever, RankFusionRetriever])
def test_outcomes_and_shapes(make: Any) -> None:
    one = Told("ok", "no_entity", "ok", "no_entity", "no_match")
    two = Told("ok", "ok", "no_match", "no_match", "no_match")
    block = make(one, two).score([query()] * 5)
    assert block.outcomes == ("ok", "no_entity", "no_match", "no_entity+no_match", "no_match")
    assert make(Fixed(ONE), Fixed(TWO)).score([]).scores.shape == (0, 3)
    with pytest.raises(DataError, match="3 and of 2 passages"):
        make(Fixed(ONE), Fixed([1.0, 2.0])).score([query()])


def test_bad_settings() -> None:
    for weight in (-0.1, 1.1, np.nan):
        with pytest.raises(ConfigError, match=r"fusion\.weight"):
            ScoreFusionRetriever(Fixed(ONE), Fixed(TWO), weight=weight)
    for k in (-1, np.inf, np.nan):
        with pytest.raises(ConfigError, match=r"fusion\.k"):
            RankFusionRetriever(Fixed(ONE), Fixed(TWO), k=k)
