"""Timing, exactness, memory and records of the benchmarks."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from scipy import sparse

from benchmarks.cases.pagerank import random_resets
from benchmarks.cases.random_graphs import erdos_renyi
from benchmarks.harness.accuracy import TIE, reference_scores, top_agreement, top_k
from benchmarks.harness.growth import fit_growth
from benchmarks.harness.memory import in_child, peak_growth_mb
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.options import parse
from benchmarks.harness.pairs import Pairs, compare, make_pairs
from benchmarks.harness.records import Record, with_ratios
from benchmarks.harness.table import number
from benchmarks.harness.targets import Outcome, Target, judge, seconds, times_faster
from benchmarks.harness.timing import Trial, plan_trial, run_in_turn


def record(method: str, *times: float, case: str = "a") -> Record:
    return Record("ppr", case, method, times)


def test_the_reference_agrees_with_networkx() -> None:
    graph = erdos_renyi(60, 150, 1)
    resets = random_resets(graph, 1)
    found = reference_scores(graph, resets, 0.3)[:, 0]
    column = resets.toarray()[:, 0]
    seeds = {int(node): float(column[node]) for node in np.flatnonzero(column)}
    ranks = nx.pagerank(
        nx.from_scipy_sparse_array(graph), 0.7, personalization=seeds, tol=1e-15, max_iter=500
    )
    assert np.abs(found - np.array([ranks[node] for node in range(60)])).max() < 1e-12


def test_top_k_is_sorted_and_equal_scores_go_to_the_first() -> None:
    scores = np.array([[0.1, 5.0], [0.3, 4.0], [0.3, 3.0], [0.2, 2.0]])
    assert top_k(scores, 3).tolist() == [[1, 2, 3], [0, 1, 2]]
    assert top_k(scores, 9).tolist() == [[1, 2, 3, 0], [0, 1, 2, 3]]


def test_agreement_counts_places_and_forgives_ties() -> None:
    reference = np.array([[0.4], [0.3], [0.3 + TIE / 2], [0.1]])
    assert top_agreement(np.array([[0, 1, 2]]), reference) == 1
    assert top_agreement(np.array([[0, 2, 1]]), reference) == 1
    assert top_agreement(np.array([[1, 0, 2]]), reference) == pytest.approx(1 / 3)
    assert top_agreement(np.array([[0, 1, 3]]), reference) == pytest.approx(2 / 3)


def test_methods_run_in_turn_as_often_as_planned() -> None:
    order: list[str] = []
    trials = {
        "fast": Trial(lambda _: order.append("fast"), runs=6, repeats=2),
        "slow": Trial(lambda _: order.append("slow"), runs=2),
    }
    times = run_in_turn(trials)
    assert {name: len(values) for name, values in times.items()} == {"fast": 6, "slow": 2}
    assert order.count("fast") == 12
    assert order.count("slow") == 2
    assert "slow" in order[:8]
    assert all(value >= 0 for values in times.values() for value in values)


def test_times_are_divided_by_repeats_and_items() -> None:
    calls: list[int] = []
    trial = Trial(calls.append, items=1000, repeats=3, runs=1)
    (value,) = run_in_turn({"one": trial})["one"]
    assert calls == [0, 1, 2]
    assert value < 1


@pytest.mark.parametrize(
    ("taken", "runs", "repeats"), [(1e-6, 11, 50), (0.03, 11, 4), (1, 11, 1), (6, 7, 1), (30, 3, 1)]
)
def test_slow_methods_run_less_often(taken: float, runs: int, repeats: int) -> None:
    trial = plan_trial(lambda _: None, taken, runs=11)
    assert (trial.runs, trial.repeats) == (runs, repeats)


def _allocate() -> float | None:
    return peak_growth_mb(lambda: np.ones(50 * 2**17).sum())


def test_peak_memory_of_a_child_is_what_it_allocates() -> None:
    peak = in_child(_allocate)
    assert peak is None or 49 <= peak <= 70


def test_pairs_are_unordered_and_distinct() -> None:
    pairs = make_pairs(([2, 1, 1, 3, 0], [1, 2, 1, 0, -1], [0.9, 0.9, 1.0, 0.85, 0.0]), 5)
    assert pairs.keys.tolist() == [3, 7]
    assert pairs.scores.tolist() == [0.85, 0.9]


def test_pairs_are_compared_apart_from_the_undecided_ones() -> None:
    reference = Pairs(np.array([1, 2, 3]), np.array([0.9, 0.85, 0.800001]))
    found = Pairs(np.array([1, 4]), np.array([0.9 + 1e-7, 0.95]))
    error, agreement = compare(found, reference, 0.8)
    assert error == pytest.approx(1e-7, abs=1e-12)
    assert agreement == pytest.approx(1 / 3)
    assert compare(reference, reference, 0.8) == (0, 1)


def test_growth_finds_the_exponent() -> None:
    sizes = [1e3, 1e4, 1e5, 1e6]
    fit = fit_growth(sizes, [3 * size**1.25 for size in sizes])
    assert fit is not None
    assert (fit.exponent, fit.low, fit.high) == pytest.approx((1.25, 1.25, 1.25))
    noisy = fit_growth(sizes, [1.0, 12.0, 95.0, 1100.0])
    assert noisy is not None
    assert noisy.low < noisy.exponent < noisy.high
    assert fit_growth([1.0], [1.0]) is None


def test_ratios_stay_within_a_case() -> None:
    records = with_ratios(
        [record(OURS, 2, 4, 3), record("x", 6), record(OURS, 1, case="b"), record("y", case="b")]
    )
    assert [item.ratio_to_ours for item in records] == [1, 2, 1, None]


def test_targets_compare_with_the_fastest_alternative() -> None:
    records = [record(OURS, 2), record("x", 30), record("y", 20)]
    targets = [
        Target("fast", "a", times_faster(OURS, ["x", "y", "z"]), 10, at_least=True),
        Target("quick", "a", seconds(OURS), 0.001),
        Target("missing", "a", seconds("z"), 1),
        Target("elsewhere", "b", seconds(OURS), 1),
    ]
    assert [(item.measured, item.held) for item in judge(targets, records)] == [
        (10, True),
        (0.002, False),
        (None, None),
    ]
    assert Outcome("x", 1, True, 0.5).held is False


def test_installed_looks_for_the_package() -> None:
    assert Method("a", len).installed
    assert not Method("b", len, module="no_such_package_here").installed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0.000"),
        (0.0123, "0.012"),
        (1.234, "1.23"),
        (12.34, "12.3"),
        (1234.5, "1,234"),
        (1e-6, "1.0e-06"),
    ],
)
def test_printed_numbers(value: float, text: str) -> None:
    assert number(value) == text


def test_options_are_checked() -> None:
    options = parse("ppr", "", ["--quick", "--runs", "4"])
    assert options.command == "python -m benchmarks.ppr --quick --runs 4"
    assert not options.memory
    assert parse("ppr", "", []).memory
    with pytest.raises(SystemExit):
        parse("ppr", "", ["--runs", "0"])


def test_sparse_resets_sum_to_one() -> None:
    graph = erdos_renyi(200, 300, 2)
    resets = random_resets(graph, 9)
    assert isinstance(resets, sparse.csc_array)
    assert np.allclose(resets.sum(axis=0), 1)
    assert np.diff(graph.indptr)[resets.indices].min() > 0
