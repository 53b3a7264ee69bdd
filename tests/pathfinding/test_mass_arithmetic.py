"""One-step and stationary mass: the known figures, networkx, and the closed forms."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding import (
    Instance,
    InstanceParameters,
    arrival_mass,
    candidate_mass,
    generate_instance,
    instance_rng,
    mass_after_steps,
    mass_report,
    stationary_mass,
)
from hippo_exp.types import FloatArray, SparseArray


def networkx_solver(adjacency: SparseArray, reset: FloatArray, restart_prob: float) -> FloatArray:
    graph = nx.from_scipy_sparse_array(adjacency)
    personal = dict(enumerate(reset.tolist()))
    mass = nx.pagerank(
        graph, alpha=1 - restart_prob, personalization=personal, tol=1e-15, max_iter=1000
    )
    return np.array([mass[node] for node in range(len(reset))])


def make(**chosen: object) -> Instance:
    parameters = InstanceParameters(**chosen)  # type: ignore[arg-type]
    return generate_instance(parameters, instance_rng(parameters, 0, 0))


def test_one_step_at_one_hop() -> None:
    report = mass_report(make(hops=1), 0.5, networkx_solver)
    assert report.first_step == 1
    assert report.arrival.answer == pytest.approx(1 / 18)
    assert round(report.arrival.answer, 4) == 0.0556
    assert report.arrival.dead_end == pytest.approx(1 / 36)
    assert round(report.arrival.dead_end, 4) == 0.0278
    assert report.arrival.ratio == pytest.approx(2.0)
    assert report.stationary.answer == pytest.approx(1 / 27)
    assert report.stationary.dead_end == pytest.approx(1 / 54)
    assert report.stationary.ratio == pytest.approx(2.0)


@pytest.mark.parametrize(("hops", "dead_end"), [(1, 1 / 54), (2, 1 / 216), (3, 1 / 810)])
def test_stationary_dead_end(hops: int, dead_end: float) -> None:
    assert stationary_mass(InstanceParameters(hops=hops), 0.5).dead_end == pytest.approx(dead_end)


@settings(max_examples=25, deadline=None)
@given(
    hops=st.integers(1, 5),
    seeds=st.integers(1, 4),
    distractors=st.integers(1, 9),
    restart_prob=st.floats(0.1, 0.95),
)
def test_closed_forms(hops: int, seeds: int, distractors: int, restart_prob: float) -> None:
    instance = make(hops=hops, seeds=seeds, distractors=distractors)
    report = mass_report(instance, restart_prob, networkx_solver)
    assert report.arrival_formula is not None
    assert report.stationary_formula is not None
    for measured, formula in (
        (report.arrival, report.arrival_formula),
        (report.stationary, report.stationary_formula),
    ):
        assert measured.answer == pytest.approx(formula.answer, rel=1e-6, abs=1e-12)
        assert measured.dead_end == pytest.approx(formula.dead_end, rel=1e-6, abs=1e-12)
        assert formula.ratio == pytest.approx(seeds)


def test_closed_form_at_restart_one_has_no_mass_to_compare() -> None:
    mass = stationary_mass(InstanceParameters(hops=2), 1.0)
    assert (mass.answer, mass.dead_end) == (0.0, 0.0)
    assert np.isnan(mass.ratio)


@pytest.mark.parametrize(
    "chosen",
    [{"hops": (1, 3)}, {"missing": 0.3}, {"hubs": 1}, {"extra_edges": 1}, {"matched_degree": True}],
)
def test_other_settings_have_no_closed_form(chosen: dict[str, object]) -> None:
    instance = make(**chosen)
    report = mass_report(instance, 0.5, networkx_solver)
    assert report.arrival_formula is None
    assert report.stationary_formula is None
    for formula in (arrival_mass, stationary_mass):
        with pytest.raises(ConfigError, match="no closed form"):
            formula(instance.parameters, 0.5)


@pytest.mark.parametrize("chosen", [{"hops": 2}, {"hops": (1, 2), "missing": 0.6, "hubs": 1}])
def test_the_walk_keeps_its_mass_and_ends_in_the_stationary_state(
    chosen: dict[str, object],
) -> None:
    instance = make(**chosen)
    steps = mass_after_steps(instance, 0.3, 150)
    np.testing.assert_allclose(steps.sum(axis=1), 1.0, atol=1e-12)
    np.testing.assert_array_equal(steps[0], instance.reset)
    solved = networkx_solver(instance.adjacency, instance.reset, 0.3)
    np.testing.assert_allclose(steps[-1], solved, atol=1e-10)


def test_the_ratio_holds_at_every_step_after_arrival() -> None:
    instance = make(hops=2)
    steps = mass_after_steps(instance, 0.5, 12)
    assert candidate_mass(instance, steps[1]).answer == 0.0
    for step in steps[2:]:
        assert candidate_mass(instance, step).ratio == pytest.approx(2.0)
