"""What becomes of a method's errors under another."""

from __future__ import annotations

import math

import pytest

from hippo_exp.errors import DataError
from hippo_exp.evaluation import proportion_interval
from hippo_exp.evaluation.errors import cross

QUESTIONS = ("a", "b", "c", "d", "e")


def test_mended_and_new_errors() -> None:
    found = cross(QUESTIONS, {"d": "ppr", "a": "ner", "b": "ppr"}, ["e", "a", "d"])
    assert found.mended == {"ner": (0.0,), "openie": (), "ppr": (1.0, 0.0)}
    assert (found.new, found.found) == (("e",), 2)


def test_a_row_beside_itself_mends_nothing() -> None:
    found = cross(QUESTIONS, {"a": "ner", "c": "openie"}, ["a", "c"])
    assert (sum(map(sum, found.mended.values())), found.new) == (0.0, ())


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (0, 3, 0.0, 1 - 0.025 ** (1 / 3)),  # nobody of three: (1 - p)^3 = 0.025
        (3, 3, 0.025 ** (1 / 3), 1.0),
        (1, 1, 0.025, 1.0),
        (6, 23, 0.10229, 0.48405),  # from tables of the binomial
    ],
)
def test_exact_intervals_of_shares(count: int, n: int, low: float, high: float) -> None:
    assert proportion_interval(count, n) == (
        pytest.approx(low, abs=2e-5),
        pytest.approx(high, abs=2e-5),
    )


def test_an_exact_interval_covers_by_its_definition() -> None:
    """At the ends the tail of the binomial holds 2.5 %, summed by hand."""
    found = proportion_interval(4, 9)
    assert found is not None
    tail = [math.comb(9, k) * found[0] ** k * (1 - found[0]) ** (9 - k) for k in range(4, 10)]
    assert sum(tail) == pytest.approx(0.025)
    tail = [math.comb(9, k) * found[1] ** k * (1 - found[1]) ** (9 - k) for k in range(5)]
    assert sum(tail) == pytest.approx(0.025)


def test_no_share_of_nothing() -> None:
    assert proportion_interval(0, 0) is None
    with pytest.raises(DataError, match="4 of 3 is no share"):
        proportion_interval(4, 3)


@pytest.mark.parametrize(("causes", "missed"), [({"x": "ner"}, []), ({}, ["x"])])
def test_questions_of_another_run(causes: dict[str, str], missed: list[str]) -> None:
    with pytest.raises(DataError, match="'x' is none of the scored questions"):
        cross(QUESTIONS, causes, missed)  # type: ignore[arg-type]
