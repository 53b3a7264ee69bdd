from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import DataError
from hippo_exp.evaluation import kendall_tau, overlap

RANKING = st.permutations(range(8))


def test_overlap_by_hand() -> None:
    assert overlap([1, 2, 3, 4, 5], [5, 4, 9, 8, 7], 5) == 0.4
    assert overlap([1, 2, 3], [3, 9, 8], 2) == 0
    assert overlap([1, 2], [2, 1, 3], 5) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("first", "second", "k", "expected"),
    [
        ([1, 2, 3], [1, 2, 3], 3, 1),
        ([1, 2, 3], [3, 2, 1], 3, -1),
        ([1, 2, 3], [1, 3, 2], 3, 1 / 3),  # two of three pairs agree
        # 1 2 3 against 1 2 4: of six pairs five are ordered by both, all alike; (3, 4) is opposed
        ([1, 2, 3], [1, 2, 4], 3, 4 / 6),
        ([1, 2, 3, 4], [1, 2, 4, 3], 2, 1),
        # disjoint: each list ties the pair of the other; four opposed pairs, five ordered by each
        ([1, 2], [3, 4], 2, -4 / 5),
    ],
)
def test_kendall_by_hand(first: list[int], second: list[int], k: int, expected: float) -> None:
    assert kendall_tau(first, second, k) == pytest.approx(expected, abs=1e-12)


@given(first=RANKING, second=RANKING, k=st.integers(2, 8))
def test_kendall_counts_pairs(first: list[int], second: list[int], k: int) -> None:
    places = [{p: ranking[:k].index(p) if p in ranking[:k] else k for p in range(8)}
              for ranking in (first, second)]  # fmt: skip
    either = [p for p in range(8) if p in first[:k] or p in second[:k]]
    signs = [
        tuple((at[a] > at[b]) - (at[a] < at[b]) for at in places)
        for a, b in itertools.combinations(either, 2)
    ]
    ordered = [sum(sign[i] != 0 for sign in signs) for i in (0, 1)]
    expected = sum(one * two for one, two in signs) / (ordered[0] * ordered[1]) ** 0.5
    assert kendall_tau(first, second, k) == pytest.approx(expected, abs=1e-12)
    assert kendall_tau(second, first, k) == pytest.approx(expected, abs=1e-12)
    assert overlap(first, second, k) == len({*first[:k]} & {*second[:k]}) / k
    assert kendall_tau(first, first, k) == overlap(first, first, k) == 1


def test_nothing_to_compare() -> None:
    with pytest.raises(DataError, match="a ranking is empty"):
        overlap([], [1], 3)
    with pytest.raises(DataError, match="a ranking is empty"):
        kendall_tau([1], [], 3)


def test_one_passage_is_ranked_alike() -> None:
    assert kendall_tau([1], [1], 3) == overlap([1], [1], 3) == 1
