"""Sums of CaRB by passage: scores of any passages, and their intervals."""

from __future__ import annotations

import numpy as np
import pytest
from carb_cases import triple
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.evaluation import carb_sums as carb_sums_module
from hippo_exp.evaluation.carb import carb
from hippo_exp.evaluation.carb_sums import CarbSums, carb_sums
from hippo_exp.types import Triple

SETS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "a b"]), st.sampled_from(["r", "is", "r s"]), st.just("c")
    ),
    max_size=3,
).map(lambda rows: [Triple(*row) for row in rows])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(SETS, SETS), min_size=1, max_size=5))
def test_sums_give_the_scores(passages: list[tuple[list[Triple], list[Triple]]]) -> None:
    gold, extracted = zip(*passages, strict=True)
    score = carb(gold, extracted)
    found = carb_sums(gold, extracted).scores()
    expected = {
        "auc": score.auc,
        "precision": score.precision,
        "recall": score.recall,
        "triple_f1": score.f1,
    }
    assert found == {name: pytest.approx(100 * value) for name, value in expected.items()}
    # Of some passages alone it is what matching them alone gives.
    part = list(range(0, len(passages), 2))
    alone = carb([gold[place] for place in part], [extracted[place] for place in part])
    some = carb_sums(gold, extracted).of(part).scores()
    assert (some["precision"], some["auc"]) == (
        pytest.approx(100 * alone.precision),
        pytest.approx(100 * alone.auc),
    )


def hand_sums() -> CarbSums:
    """Three passages: all right; one fact of two, one invented; nothing extracted of one fact."""
    gold = [
        [triple("Ada | wrote | notes")],
        [triple("Bo | sings | songs"), triple("Cy | likes | tea")],
        [triple("Di | reads | books")],
    ]
    extracted = [
        [triple("Ada | wrote | notes")],
        [triple("Bo | sings | songs"), triple("Cy | drinks | milk")],
        [],
    ]
    return carb_sums(gold, extracted)


def test_sums_by_hand() -> None:
    sums = hand_sums()
    assert (sums.precision.tolist(), sums.recall.tolist()) == ([1, 1, 0], [1, 1, 0])
    assert (sums.n_extracted.tolist(), sums.n_gold.tolist()) == ([1, 2, 0], [1, 2, 1])
    scores = sums.scores()  # P 2/3, R 2/4, AUC 1/2 * 5/3 / 2
    assert scores["precision"] == pytest.approx(200 / 3)
    assert scores["recall"] == pytest.approx(50)
    assert scores["triple_f1"] == pytest.approx(400 / 7)
    assert scores["auc"] == pytest.approx(100 * 5 / 12)
    assert len(sums.of([0])) == 1
    assert set(sums.of([0]).scores().values()) == {100.0}
    assert set(sums.of([2]).scores().values()) == {0.0}


def test_intervals_of_sums_are_percentiles_of_resampled_passages() -> None:
    sums = hand_sums()
    found = sums.intervals(np.random.default_rng(3), resamples=200)
    assert found is not None
    draws = np.random.default_rng(3).integers(0, 3, size=(200, 3)).tolist()
    recalls = [sums.of(draw).scores()["recall"] for draw in draws]
    assert found["recall"] == pytest.approx(tuple(np.percentile(recalls, (2.5, 97.5))))
    low, high = found["triple_f1"]
    assert 0 <= low < sums.scores()["triple_f1"] < high <= 100
    assert sums.of([1]).intervals(np.random.default_rng(3), resamples=10) is None


def test_samples_drawn_in_parts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = hand_sums().intervals(np.random.default_rng(1), resamples=60)
    monkeypatch.setattr(carb_sums_module, "_CELLS", 21)  # seven samples at once
    assert hand_sums().intervals(np.random.default_rng(1), resamples=60) == whole
