"""The default experiment's claims, its independence of how it is cut, and its settings' faults."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.pathfinding import (
    InstanceParameters,
    chance_interval,
    generate_instance,
    instance_rng,
    mass_after_steps,
    mass_report,
)
from hippo_exp.pipeline.pathfinding import RANKERS, Record, run_study, solve_ppr


@pytest.fixture(scope="module")
def standard() -> pd.DataFrame:
    return run_study(InstanceParameters(), n_instances=60, seed=0)


def means(frame: pd.DataFrame, column: str, ranker: str) -> list[float]:
    part = frame[frame["ranker"] == ranker]
    return [float(value) for value in part.groupby("hops_label", sort=False)[column].mean()]


def test_one_line_per_hops_instance_and_ranker(standard: pd.DataFrame) -> None:
    assert tuple(standard.columns) == Record._fields
    assert len(standard) == 3 * 60 * 7
    assert list(dict.fromkeys(standard["hops_label"])) == ["hops1", "hops2", "hops3"]
    assert list(dict.fromkeys(standard["ranker"])) == list(RANKERS)
    assert not standard.duplicated(["hops_label", "instance", "ranker"]).any()


@pytest.mark.parametrize(
    ("ranker", "expected"),
    [
        ("mention_count", [1.0, 9.0, 9.0]),
        ("ppr", [1.0, 1.0, 1.0]),
        ("degree", [1.0, 1.0, 1.0]),
        ("query_nodes_only", [9.0, 9.0, 9.0]),
        ("query_nodes_and_neighbors", [1.0, 9.0, 9.0]),  # a neighbour of two seeds gains twice
        ("bm25", [1.0, 9.0, 9.0]),
    ],
)
def test_exact_mean_ranks(standard: pd.DataFrame, ranker: str, expected: list[float]) -> None:
    part = standard[standard["ranker"] == ranker]
    assert means(standard, "expected_rank", ranker) == expected
    assert part.groupby("hops_label")["expected_rank"].nunique().tolist() == [1, 1, 1]
    hits = [1.0 if mean == 1.0 else 1 / 17 for mean in expected]
    assert means(standard, "hit", ranker) == pytest.approx(hits)


def test_sampled_means_agree_with_the_exact_ones(standard: pd.DataFrame) -> None:
    low, high = chance_interval(17, 60, level=0.9999)
    for ranker in RANKERS:
        exact, sampled = (means(standard, c, ranker) for c in ("expected_rank", "sampled_rank"))
        for one, other in zip(exact, sampled, strict=True):
            if one == 9.0:
                assert low < other < high
            else:
                assert other == pytest.approx(one, abs=0.2)


def test_dense_finds_the_answer_at_one_hop(standard: pd.DataFrame) -> None:
    near, *far = means(standard, "expected_rank", "dense")
    assert near < 1.1
    assert all(3 < mean < 9 for mean in far)  # better than chance by the answer's two passages


def test_matched_degree_takes_the_hint_away() -> None:
    rankers = ["ppr", "degree", "dense"]
    frame = run_study(
        InstanceParameters(matched_degree=True), hops=[2, 3], n_instances=60, rankers=rankers
    )
    assert means(frame, "expected_rank", "ppr") == [1.0, 1.0]
    assert means(frame, "expected_rank", "degree") == [9.0, 9.0]
    # 4 standard errors of the mean of 60 uniform ranks
    assert np.allclose(means(frame, "expected_rank", "dense"), 9.0, atol=4 * 4.899 / 60**0.5)


def test_uneven_hops_and_noise_run() -> None:
    parameters = InstanceParameters(seeds=3, extra_edges=10, missing=0.3, hubs=2)
    frame = run_study(parameters, hops=[(1, 2, 3)], n_instances=10)
    assert set(frame["hops_label"]) == {"hops1-2-3"}
    assert frame["expected_rank"].between(1, 25).all()
    assert frame["sampled_rank"].between(1, 25).all()
    assert frame["hit"].between(0, 1).all()


def test_one_seed_is_chance_for_structure() -> None:
    rankers = ["mention_count", "ppr", "degree", "bm25"]
    frame = run_study(InstanceParameters(seeds=1), hops=[2], n_instances=10, rankers=rankers)
    assert (frame["expected_rank"] == 5.0).all()


def test_restart_probability_one_leaves_only_the_seeds() -> None:
    frame = run_study(
        InstanceParameters(), hops=[1], n_instances=3, rankers=["ppr"], restart_prob=1.0
    )
    assert (frame["expected_rank"] == 9.0).all()


@pytest.mark.parametrize(
    ("n_instances", "hops", "rankers"),
    [(4, [1, 2, 3], tuple(RANKERS)), (60, [2], ["dense", "ppr"]), (5, [3, 1], ["mention_count"])],
)
def test_a_part_of_the_run_is_a_part_of_its_table(
    standard: pd.DataFrame, n_instances: int, hops: Sequence[int], rankers: Sequence[str]
) -> None:
    part = run_study(InstanceParameters(), hops=hops, n_instances=n_instances, rankers=rankers)
    key = ["hops_label", "instance", "ranker"]
    joined = part.merge(standard, on=key, suffixes=("", "_whole"))
    assert len(joined) == len(part) == n_instances * len(hops) * len(rankers)
    for column in ("expected_rank", "sampled_rank", "hit"):
        assert (joined[column] == joined[f"{column}_whole"]).all()


def test_ppr_is_the_stationary_walk_and_its_ratio_is_two() -> None:
    for hops in (1, 2, 3):
        parameters = InstanceParameters(hops=hops)
        instance = generate_instance(parameters, instance_rng(parameters, 0, 0))
        mass = solve_ppr(instance.adjacency, instance.reset, 0.5)
        np.testing.assert_allclose(mass, mass_after_steps(instance, 0.5, 80)[-1], atol=1e-9)
        report = mass_report(instance, 0.5, solve_ppr)
        assert report.stationary.ratio == pytest.approx(2.0, abs=1e-5)
        assert report.arrival.ratio == pytest.approx(2.0)


def test_all_faults_of_a_study_at_once() -> None:
    with pytest.raises(FaultListError) as caught:
        run_study(
            InstanceParameters(distractors=0),
            n_instances=0,
            seed=-1,
            rankers=["pprr", "ppr", "ppr"],
            restart_prob=0.0,
        )
    message = str(caught.value)
    places = ["instance.distractors", "rows", "rows", "n_instances", "seed", "restart_prob"]
    assert [error.where for error in caught.value.errors] == places
    assert "name each ranker once" in message
    assert "did you mean ppr?" in message


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"hops": []}, "hops"),
        ({"hops": [2, (2, 2)]}, "hops"),
        ({"hops": [1, 0]}, "hops"),
        ({"rankers": []}, "rows"),
        ({"rankers": ["pprr"]}, "rows"),
        ({"restart_prob": float("nan")}, "restart_prob"),
    ],
)
def test_one_fault_of_a_study(settings: dict[str, object], name: str) -> None:
    with pytest.raises(ConfigError, match=rf"\[{name}\]"):
        run_study(InstanceParameters(), **settings)  # type: ignore[arg-type]


def test_same_bytes_under_any_hash_seed() -> None:
    script = (
        "from hippo_exp.pathfinding import InstanceParameters\n"
        "from hippo_exp.pipeline.pathfinding import run_study\n"
        "p = InstanceParameters(extra_edges=5, hubs=1, missing=0.1)\n"
        "print(run_study(p, hops=[1, (1, 3)], n_instances=5).to_csv(), end='')"
    )
    path = os.pathsep.join(sys.path)
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 1 + 2 * 5 * 7


def test_where_every_fact_is_missing_all_candidates_tie() -> None:
    lost = run_study(InstanceParameters(missing=0.9999), hops=(1,), n_instances=3, seed=0)
    assert lost["expected_rank"].unique().tolist() == [9.0]
    assert lost["ranker"].unique().tolist() == list(RANKERS)
