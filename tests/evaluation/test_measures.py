from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.evaluation import (
    MEASURES,
    all_recall,
    expected_rank,
    hits,
    mean_rank,
    parse_measure,
    recall,
)

KEYS = st.lists(st.sampled_from("abcdefgh"), max_size=10)
GOLD = st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=4)


def test_recall_divides_by_all_gold_never_by_k() -> None:
    gold = {"a", "b", "c", "d"}
    assert recall(gold, ["a", "b", "x"], 2) == 0.5
    assert recall(gold, ["a", "b", "c", "d"], 4) == 1.0


def test_best_recall_at_2_of_the_tuning_split() -> None:
    """68, 27 and 5 questions with 2, 3 and 4 gold passages cap mean recall@2 at 0.885."""
    total = 0.0
    for questions, n_gold in ((68, 2), (27, 3), (5, 4)):
        gold = {f"g{i}" for i in range(n_gold)}
        total += questions * recall(gold, sorted(gold), 2)
    assert total / 100 == pytest.approx(0.885)


def test_repeated_key_counts_once_and_uses_a_place() -> None:
    assert recall({"a", "b"}, ["a", "a", "b"], 2) == 0.5
    assert recall({"a", "b"}, ["a", "a", "b"], 3) == 1.0


def test_all_recall_and_hits() -> None:
    retrieved = ["a", "x", "b"]
    assert [all_recall({"a", "b"}, retrieved, k) for k in (1, 2, 3)] == [0.0, 0.0, 1.0]
    assert [hits({"b"}, retrieved, k) for k in (1, 2, 3)] == [0.0, 0.0, 1.0]
    assert all_recall({"a"}, [], 5) == hits({"a"}, [], 5) == recall({"a"}, [], 5) == 0.0


def test_ranks() -> None:
    assert mean_rank({"c"}, ["a", "b", "c"]) == 3.0
    assert expected_rank({"c"}, ["a", "b", "c"], [3.0, 2.0, 1.0]) == 3.0
    assert expected_rank({"a"}, ["a", "b", "c"], [1.0, 1.0, 1.0]) == 2.0
    assert expected_rank({"b", "c"}, ["a", "b", "c"], [1.0, 1.0, 1.0]) == pytest.approx(4 / 3)
    with pytest.raises(DataError, match="none of 2 ranked"):
        mean_rank({"c"}, ["a", "b"])
    with pytest.raises(DataError, match="none of 2 ranked"):
        expected_rank({"c"}, ["a", "b"], [1.0, 0.0])


@given(tied=st.integers(1, 6), n_gold=st.integers(1, 6), above=st.integers(0, 4))
def test_expected_rank_is_the_mean_over_all_orders_of_the_tie(
    tied: int, n_gold: int, above: int
) -> None:
    from itertools import permutations

    n_gold = min(n_gold, tied)
    orders = list(permutations(range(tied)))
    firsts = [1 + min(order.index(g) for g in range(n_gold)) for order in orders]
    keys = [f"x{i}" for i in range(above)] + [f"t{i}" for i in range(tied)]
    gold = {f"t{i}" for i in range(n_gold)}
    value = expected_rank(gold, keys, [1.0] * above + [0.0] * tied)
    assert value == pytest.approx(above + sum(firsts) / len(firsts))


@given(gold=GOLD, retrieved=KEYS, k=st.integers(1, 10))
def test_laws(gold: set[str], retrieved: list[str], k: int) -> None:
    """Monotone in k, between the strict and the lenient measure, blind to renaming."""
    value = recall(gold, retrieved, k)
    assert value <= recall(gold, retrieved, k + 1)
    assert all_recall(gold, retrieved, k) <= value <= hits(gold, retrieved, k)
    rename = {name: f"z{-ord(name)}" for name in "abcdefgh"}
    renamed = recall({rename[name] for name in gold}, [rename[name] for name in retrieved], k)
    assert renamed == value


def test_registry() -> None:
    measure = parse_measure("recall@5")
    assert (measure.name, measure.k, measure.percent) == ("recall@5", 5, True)
    assert measure.fn({"a"}, ["b", "a"], [2.0, 1.0]) == 1.0
    assert parse_measure("mean_rank").percent is False
    assert "all_recall@k" in MEASURES


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("recal@5", "did you mean recall@k"),
        ("Recall@5", "did you mean recall@k"),
        ("recall", "no valid cut-off"),
        ("recall@0", "no valid cut-off"),
        ("recall@-1", "no valid cut-off"),
        ("recall@5.0", "no valid cut-off"),
        ("mean_rank@3", "did you mean mean_rank"),
        ("", "unknown measure"),
    ],
)
def test_unknown_measures_are_refused_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_measure(name)
