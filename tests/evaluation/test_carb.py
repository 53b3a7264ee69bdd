"""The scores of CaRB by hand, by loops and by formula."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from carb_cases import triple
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.evaluation.carb import carb, match_triples
from hippo_exp.text import ANALYZERS
from hippo_exp.types import Triple


@pytest.mark.parametrize(
    ("gold", "extracted", "precision", "recall"),
    [
        ("Ada | wrote | the notes", "Ada | wrote | the notes", 1, 1),
        ("Ada | wrote | the notes", "Ada | wrote | notes", 1, 3 / 4),
        ("Ada | wrote | notes", "Countess Ada | wrote up | notes", 3 / 5, 1),
        ("Ada | wrote | notes", "Ada | composed | notes", 0, 0),  # no common word of the relation
        ("Ada | wrote | notes", "notes | wrote | Ada", 1 / 3, 1 / 3),  # ends do not cross
        ("Ada | said | it is so", "it is so | said | Ada", 1, 1),  # but with reported speech
        ("Ada | is | poet", "Ada | be | poet", 1, 1),
        ("Ada | be | poet", "Ada | is | poet", 0, 0),  # only towards the gold form
        ("x | be | y", "x | be be | y", 3 / 4, 1),
        ("a a b | r | c", "a a a | r | c", 4 / 5, 4 / 5),  # repeated words count once each
        ("Ada | wrote | Notes.", "ADA | Wrote | notes", 1, 1),
    ],
)
def test_one_pair(gold: str, extracted: str, precision: float, recall: float) -> None:
    score = match_triples(triple(gold), triple(extracted), ANALYZERS["standard"])
    assert score == (pytest.approx(precision), pytest.approx(recall))


def test_words_as_they_stand_by_option() -> None:
    assert match_triples(triple("Ada | r | x."), triple("ada | r | x."), str.split) == (
        2 / 3,
        2 / 3,
    )


GOLD = [[triple("Ada | wrote | notes"), triple("Ada | wrote | long notes")]]


def test_recall_is_many_to_one_and_precision_one_to_one() -> None:
    score = carb(GOLD, [[triple("Ada | wrote | long notes")]])
    # It serves both gold triples for recall: (1 + 1) / 2; for precision it is matched once.
    assert (score.recall, score.precision) == (1.0, 1.0)
    twice = carb([GOLD[0][:1]], [[triple("Ada | wrote | notes")] * 2])
    # The second copy has no partner left.
    assert (twice.recall, twice.precision) == (1.0, 0.5)


def test_greedy_matching_takes_the_best_pair_first() -> None:
    gold = [[triple("a | r | b"), triple("a b c d | r | e")]]
    extracted = [[triple("a | r | e"), triple("a | r | b")]]
    # e1 matches g2 with precision 1, e2 matches g1 with 1: sum 2 of 2.
    assert carb(gold, extracted).precision == 1.0


def test_passages_without_extractions_count_in_recall() -> None:
    score = carb([*GOLD, *GOLD], [GOLD[0], []])
    assert (score.precision, score.recall) == (1.0, 0.5)
    assert (score.n_gold, score.n_extracted, score.n_passages) == (4, 2, 2)
    assert score.auc == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("precision", "recall", "auc"), [(0.792, 0.657, 0.589), (0.607, 0.485, 0.390)]
)
def test_the_papers_table_16_has_this_auc(precision: float, recall: float, auc: float) -> None:
    """Without confidences AUC = R (1 + P) / 2, which the printed numbers satisfy."""
    assert recall * (1 + precision) / 2 == pytest.approx(auc, abs=1e-3)


def test_auc_without_confidences_is_the_formula() -> None:
    score = carb(GOLD, [[triple("Ada | wrote | x y")]])
    assert score.auc == pytest.approx(score.recall * (1 + score.precision) / 2)
    assert 0 < score.auc < 1


def test_confidences_give_a_curve_and_the_best_f1() -> None:
    extracted = [[*GOLD[0], triple("x | y | z")]]
    score = carb(GOLD, extracted, confidences=[[0.9, 0.8, 0.1]])
    assert (score.precision, score.recall, score.f1) == (1.0, 1.0, 1.0)
    # Points (recall, precision): (0, 1), (7/8, 1), (1, 1), (1, 2/3).
    assert score.auc == pytest.approx(1.0)
    with pytest.raises(ValueError, match="one confidence"):
        carb(GOLD, extracted, confidences=[[0.9]])


def test_nothing_extracted_and_no_gold() -> None:
    nothing = carb(GOLD, [[]])
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.auc) == (0, 0, 0, 0)
    no_gold = carb([[]], [[triple("a | r | b")]])
    assert (no_gold.precision, no_gold.recall, no_gold.f1) == (0, 0, 0)


def by_loops(gold: Any, extracted: Any, sure: Any) -> tuple[float, float, float]:
    """The definition with lists and loops, threshold by threshold: best F1's P and R, and AUC."""
    n_gold = sum(len(row) for row in gold)
    points = []
    for limit in sorted({value for row in sure for value in row}):
        total_p = total_r = 0.0
        number = 0
        for wanted, found, values in zip(gold, extracted, sure, strict=True):
            kept = [item for item, value in zip(found, values, strict=True) if value >= limit]
            number += len(kept)
            table = [[match_triples(g, e, str.split) for e in kept] for g in wanted]
            total_r += sum(max((r for _, r in row), default=0.0) for row in table)
            rows, columns = list(range(len(wanted))), list(range(len(kept)))
            while rows and columns:
                best = max(table[i][j][0] for i in rows for j in columns)
                i, j = next((i, j) for i in rows for j in columns if table[i][j][0] == best)
                total_p += best
                rows.remove(i)
                columns.remove(j)
        points.append((total_p / number if number else 1.0, total_r / n_gold if n_gold else 0.0))
    f1s = [2 * p * r / (p + r) if p + r else 0.0 for p, r in points]
    best_point = points[f1s.index(max(f1s))] if points else (0.0, 0.0)
    curve = [*points, (1.0, 0.0)]
    area = sum((r0 - r1) * (p0 + p1) / 2 for (p0, r0), (p1, r1) in pairwise(curve))
    return *best_point, area if points else 0.0


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6))
def test_against_loops(seed: int) -> None:
    rng = random.Random(seed)

    def some(most: int) -> list[Triple]:
        def words() -> str:
            return " ".join(rng.choices(["a", "b", "c", "be", "is", "said"], k=rng.randint(1, 3)))

        return [Triple(words(), words(), words()) for _ in range(rng.randint(0, most))]

    gold, extracted = [some(3) for _ in range(3)], [some(4) for _ in range(3)]
    sure = [[rng.choice([0.2, 0.5, 0.9]) for _ in row] for row in extracted]
    score = carb(gold, extracted, confidences=sure, words=str.split)
    precision, recall, area = by_loops(gold, extracted, sure)
    assert (score.precision, score.recall, score.auc) == (
        pytest.approx(precision),
        pytest.approx(recall),
        pytest.approx(area),
    )
    for value in (score.precision, score.recall, score.f1, score.auc):
        assert 0.0 <= value <= 1.0 + 1e-12
