from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, VerificationError
from hippo_exp.reporting import judge, metric_style
from hippo_exp.reporting.decimals import (
    exact,
    parse_printed,
    printed,
    printed_signed,
    rounded,
)


def mark(measured: float, paper: float, tolerance: float | None = 0.1, **more: object) -> str:
    return judge(measured, more.get("interval"), paper, digits=1, tolerance=tolerance).mark  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("measured", "expected"),
    [
        (40.94, "="),
        (41.05, "≠"),
        (37.2, "≠"),
        (41.0, "≈"),
        (40.8, "≈"),
        (40.79999, "≠"),
        (41.00001, "≠"),
        (40.85, "="),
        (40.8499, "≈"),
        (40.95, "≈"),
        (40.9499, "="),
        (math.fsum([41.0] * 7) / 7 + 7e-15, "≈"),
        (44.6, "≠"),
    ],
)
def test_marks_at_tolerance_one_tenth(measured: float, expected: str) -> None:
    """The paper says 40.9; 41.0 is off by 0.1 exactly, whatever binary arithmetic makes of it."""
    assert mark(measured, 40.9) == expected


def test_no_tolerance_and_the_interval() -> None:
    assert mark(41.0, 40.9, None) == "≠"
    assert mark(41.0, 40.9, None, interval=(40.9, 42.0)) == "∈"
    assert mark(41.0, 40.9, None, interval=(40.9001, 42.0)) == "≠"
    assert mark(43.0, 40.9, 0.5, interval=(40.0, 46.0)) == "∈"
    assert mark(41.2, 40.9, 0.5, interval=(40.0, 46.0)) == "≈"
    assert mark(38.8, 40.9, None, interval=(37.0, 40.9)) == "∈"


def test_absent_values_have_a_reason_and_no_difference() -> None:
    not_run = judge(None, None, 40.9, digits=1, tolerance=0.5, reason="no LLM server")
    assert (not_run.mark, not_run.delta, not_run.reason) == ("–", None, "no LLM server")
    no_paper = judge(40.9, (40.0, 41.0), None, digits=1, tolerance=0.5)
    assert (no_paper.mark, no_paper.delta) == ("–", None)
    assert no_paper.reason == "no published value"
    sampled = judge(40.9, None, None, digits=1, tolerance=None, reason="sampled questions")
    assert sampled.reason == "sampled questions"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_never_judged(value: float) -> None:
    with pytest.raises(VerificationError, match="not finite"):
        judge(value, None, 40.9, digits=1, tolerance=None)


@given(
    measured=st.decimals(0, 100, places=4),
    paper=st.decimals(0, 100, places=1),
    tolerance=st.decimals(0, 2, places=1),
)
def test_laws_of_the_verdict(measured: Decimal, paper: Decimal, tolerance: Decimal) -> None:
    """Against decimal arithmetic, and the same for a better as for a worse number."""
    delta = measured - paper
    verdict = judge(float(measured), None, float(paper), digits=1, tolerance=float(tolerance))
    if measured.quantize(Decimal("0.1"), "ROUND_HALF_UP") == paper:
        assert verdict.mark == "="
    else:
        assert verdict.mark == ("≈" if abs(delta) <= tolerance else "≠")
    assert verdict.delta == float(delta)


def test_printing() -> None:
    assert printed(40.25, 1) == "40.3"  # halves away from zero, unlike format()
    assert printed(-0.04, 1) == "0.0"
    assert printed(-1.25, 1) == "−1.3"
    assert printed(91729, 0) == "91,729"
    assert printed_signed(rounded(0.7, 1)) == "+0.7"
    assert printed_signed(rounded(-0.7, 1)) == "−0.7"
    assert printed_signed(rounded(-0.01, 1)) == "0.0"
    assert printed_signed(rounded(-2.0, 1)) == "−2.0"
    assert printed_signed(rounded(-1200.0, 0)) == "−1,200"
    assert exact(41.000000000000004) == Decimal(41)


@given(st.floats(-1e6, 1e6), st.integers(0, 4))
def test_what_is_printed_reads_back(value: float, digits: int) -> None:
    assert parse_printed(printed(value, digits)) == rounded(value, digits)


@pytest.mark.parametrize("text", ["", "–", "about 4", "4.", "1e5", "nan", "40.2 (40.9)"])
def test_what_is_no_printed_number_does_not_read(text: str) -> None:
    assert parse_printed(text) is None


def test_metric_styles() -> None:
    assert metric_style("recall@5").heading == "R@5"
    assert metric_style("mean_rank").digits == 2
    with pytest.raises(ConfigError, match="did you mean recall@5"):
        metric_style("recal@5")
    with pytest.raises(ConfigError, match="unknown metric 'recall@0'"):
        metric_style("recall@0")
