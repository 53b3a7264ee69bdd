"""Phase diagrams: shapes that have what they say, and boundaries that the argument foretells."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.config import load_settings
from hippo_exp.config.schema.phases import PhaseSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pathfinding import InstanceParameters, generate_instance, instance_rng
from hippo_exp.pathfinding.phases import first_place, missing_phase, rival_phase
from hippo_exp.pipeline.pathfinding.rankers import solve_ppr
from hippo_exp.pipeline.phases import phase_faults, run_phases
from hippo_exp.reporting import read_cells


@given(st.integers(1, 3), st.integers(0, 3), st.integers(1, 4), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_rivals_are_reached_by_so_many_longer_chains(
    hops: int, rivals: int, paths: int, extra: int
) -> None:
    shape = InstanceParameters(
        hops=hops, distractors=2, rivals=rivals, rival_paths=paths, rival_extra=extra
    )
    instance = generate_instance(shape, instance_rng(shape, 0, 0))
    graph = nx.from_scipy_sparse_array(instance.adjacency)
    assert len(instance.nodes) == shape.n_nodes == graph.number_of_nodes()
    assert len(instance.facts) == shape.n_facts == graph.number_of_edges()
    assert len(instance.candidates) == shape.n_candidates
    met = [
        int(node)
        for node in instance.candidates
        if node != instance.answer and graph.degree[int(node)] == 2 * paths
    ]
    far = [node for node in met if _near(graph, instance.seeds, node) == {hops + extra}]
    assert len(far) == rivals
    for node in far:
        for seed in instance.seeds:
            assert len(list(nx.node_disjoint_paths(graph, seed, node))) >= paths


def _near(graph: nx.Graph, seeds: tuple[int, ...], node: int) -> set[int]:
    return {nx.shortest_path_length(graph, seed, node) for seed in seeds}


def test_a_rival_wins_where_the_argument_says() -> None:
    phase = rival_phase((4, 5), (1,), 0.5)
    assert phase.boundary is not None
    assert phase.boundary(1) == 4
    assert phase.boundary(2) == 16
    sound = [first_place(phase.shape(paths, 1), 40, 0, 0.5, solve_ppr).mean() for paths in (4, 5)]
    assert sound[0] > 0.5 > sound[1]


def test_without_losses_the_answer_is_first_and_with_many_it_is_not() -> None:
    phase = missing_phase((0, 0.5), (2,))
    assert first_place(phase.shape(0, 2), 30, 0, 0.5, solve_ppr).tolist() == [1.0] * 30
    assert first_place(phase.shape(0.5, 2), 60, 0, 0.5, solve_ppr).mean() < 0.4
    assert phase.boundary is not None
    assert phase.boundary(1) == pytest.approx(1 - 2**-0.5)


def test_shared_first_places_count_in_part() -> None:
    """With all facts of the answer's chain lost, no seed reaches anything else more."""
    shape = InstanceParameters(seeds=1, distractors=3, hops=1)
    values = first_place(shape, 10, 0, 0.5, solve_ppr)
    assert np.allclose(values, 1 / 4)


def settings_of(*overrides: str) -> PhaseSettings:
    small = (
        *("n_instances=10", "axes.missing=[0,0.3]", "axes.missing_hops=[1,2]"),
        *("axes.rival_paths=[2,6]", "axes.rival_extra=[1,2]"),
        *("axes.hub_degree=[2,8]", "axes.hubs=[1,8]"),
    )
    return load_settings(PhaseSettings, "experiment/phases", [*small, *overrides])


def test_the_experiment_leaves_table_cells_and_figures(tmp_path: Path) -> None:
    run_phases(settings_of(f"out={tmp_path}"), "python -m experiments.phases")
    folder = tmp_path / "phases" / "instances"
    cells = read_cells(folder / "cells.csv")
    assert len(cells) == 12
    assert all(cell.ci_low is not None and 0 <= (cell.measured or 0) <= 100 for cell in cells)
    names = {path.name for path in folder.iterdir()}
    assert {"phases.svg", "phases.png", "shape_rivals.svg", "shape_hubs.png"} <= names
    first = {path.name: path.read_bytes() for path in folder.glob("*.[cms][svd]*")}
    run_phases(settings_of(f"out={tmp_path}"), "python -m experiments.phases")
    assert first == {path.name: path.read_bytes() for path in folder.glob("*.[cms][svd]*")}


def test_faults_are_told_together() -> None:
    settings = settings_of("rows=[misng,hubs]")
    axes = settings.axes.model_copy(update={"hub_degree": (2, 999)})
    text = " ".join(map(str, phase_faults(settings.model_copy(update={"axes": axes}))))
    assert "did you mean missing" in text
    assert "hub_degree" in text


@pytest.mark.parametrize("values", ["[2,2]", "[4,2]"])
def test_values_of_an_axis_ascend(values: str) -> None:
    with pytest.raises(FaultListError, match=r"do not ascend \[axes.hubs\]"):
        settings_of(f"axes.hubs={values}")
