"""Rankings: one tie rule, whatever the length asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval import rank_passages
from hippo_exp.types import Query, Ranking, ScoreBlock


def rank(scores: list[float], k: int, ties: Any = "first", **settings: Any) -> Ranking:
    block = ScoreBlock(np.array([scores], dtype=float), ("ok",))
    (ranking,) = rank_passages(block, [Query("q", "")], k=k, ties=ties, **settings)
    return ranking


@pytest.mark.parametrize(
    ("scores", "k", "ties", "expected"),
    [
        ([3, 2, 3, 2, 1, 1], 1, "first", [0]),
        ([3, 2, 3, 2, 1, 1], 3, "first", [0, 2, 1]),
        ([0.5, 0.9, 0.5, 0.5], 4, "last", [1, 3, 2, 0]),
        ([0.5, 0.9, 0.5, 0.5], 4, "first", [1, 0, 2, 3]),
        ([0.5, 0.9, 0.5, 0.5], 2, "last", [1, 3]),
        ([0, 0, 0], 2, "first", [0, 1]),
        ([0, 0, 0], 2, "last", [2, 1]),
        ([-2, -1, -1], 2, "last", [2, 1]),
        ([7], 5, "first", [0]),
        ([], 5, "first", []),
    ],
)
def test_cases(scores: list[float], k: int, ties: str, expected: list[int]) -> None:
    ranking = rank(scores, k, ties)
    assert ranking.passages.tolist() == expected
    assert ranking.passages.dtype == np.int64
    assert ranking.scores.tolist() == [scores[position] for position in expected]


def test_noise_never_decides() -> None:
    noisy = [1.0, 0.5, 0.5 + 1e-12, 0.5 - 1e-12]
    assert rank(noisy, 4).passages.tolist() == [0, 1, 2, 3]
    assert rank(noisy, 4, "last").passages.tolist() == [0, 3, 2, 1]
    assert rank([1e-20, 2e-20], 2).passages.tolist() == [1, 0]  # relative, not absolute
    assert rank([1.0, 0.5, 0.5 + 1e-7], 3).passages.tolist() == [0, 2, 1]
    assert rank([1.0, 0.5, 0.5 + 1e-7], 3, decimals=6).passages.tolist() == [0, 1, 2]


tied = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=30)


@given(scores=tied, k=st.integers(1, 40), ties=st.sampled_from(["first", "last"]))
def test_equals_the_full_sort(scores: list[float], k: int, ties: str) -> None:
    if ties == "first":
        full = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    else:
        full = sorted(range(len(scores)), key=lambda i: (-scores[i], -i))
    assert rank(scores, k, ties).passages.tolist() == full[:k]


@given(scores=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), k=st.integers(1, 30))
def test_scores_fall_and_passages_are_distinct(scores: list[float], k: int) -> None:
    ranking = rank(scores, k)
    assert (np.diff(ranking.scores) <= 0).all()
    assert len(set(ranking.passages.tolist())) == min(k, len(scores))
    assert np.abs(ranking.scores - np.array(scores)[ranking.passages]).max() <= 1e-9 * max(
        map(abs, scores)
    )


@given(scores=tied, factor=st.sampled_from([1e-9, 0.5, 3.0, 1e12]))
def test_a_positive_factor_changes_nothing(scores: list[float], factor: float) -> None:
    scaled = [factor * score for score in scores]
    assert rank(scaled, 30).passages.tolist() == rank(scores, 30).passages.tolist()


def test_each_query_by_itself() -> None:
    block = ScoreBlock(np.array([[0.0, 1.0], [1e9, 2e9]]), ("no_match", "ok"))
    first, second = rank_passages(block, [Query("a", ""), Query("b", "")], k=1, ties="first")
    assert (first.question_id, first.outcome, first.passages.tolist()) == ("a", "no_match", [1])
    assert (second.question_id, second.outcome, second.passages.tolist()) == ("b", "ok", [1])


@pytest.mark.parametrize("settings", [{"k": 0}, {"ties": "random"}, {"decimals": 16}])
def test_bad_settings(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        rank([1.0], **{"k": 1, **settings})


def test_what_does_not_belong_together_is_refused() -> None:
    with pytest.raises(ValueError, match="queries"):
        rank_passages(ScoreBlock(np.zeros((2, 3)), ("ok", "ok")), [], k=1, ties="first")
    with pytest.raises(ValueError, match="finite"):
        rank([1.0, float("nan")], 1)
