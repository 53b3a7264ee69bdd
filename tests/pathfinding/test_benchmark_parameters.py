"""Axes of the benchmark: ranges, faults reported together, refusals before any writing."""

from __future__ import annotations

import dataclasses
import re

import pytest
from benchmark_graph import SMALL

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.pathfinding import BenchmarkParameters, draft_benchmark, parameter_faults
from hippo_exp.pathfinding.benchmark.checks import RANGES, RATES


def faults(base: BenchmarkParameters = SMALL, **chosen: object) -> list[str]:
    found = parameter_faults(dataclasses.replace(base, **chosen))  # type: ignore[arg-type]
    return [error.where.removeprefix("dataset.pathfinding.") for error in found]


def test_defaults_are_sound_and_make_a_corpus() -> None:
    assert parameter_faults(BenchmarkParameters()) == []
    assert len(draft_benchmark(BenchmarkParameters()).plans) == 200


def test_every_axis_has_a_range_and_a_meaning_that_states_it() -> None:
    names = {item.name for item in dataclasses.fields(BenchmarkParameters)}
    assert names == {*RANGES, *RATES, "hops"}
    entries = re.split(r"\n {8}(?=\w+: )", BenchmarkParameters.__doc__ or "")[1:]
    meanings = {entry.partition(": ")[0]: " ".join(entry.split()) for entry in entries}
    assert list(meanings) == [item.name for item in dataclasses.fields(BenchmarkParameters)]
    for name, (low, high) in RANGES.items():
        upper = "2**63 - 1" if name == "seed" else f"{high:,}"
        assert f"{low} .. {upper}" in meanings[name], name
    assert all("0 .. 1" in meanings[name] for name in RATES)


@pytest.mark.parametrize("name", sorted(RANGES))
def test_each_number_has_both_bounds(name: str) -> None:
    low, high = RANGES[name]
    for wrong in (low - 1, high + 1, float(low), "3", True, None):
        assert faults(**{name: wrong}) == [name]


@pytest.mark.parametrize("name", sorted(RATES))
def test_each_share_has_both_bounds(name: str) -> None:
    for wrong in (-0.01, 1.01, float("nan"), "0.3", True):
        assert faults(**{name: wrong}) == [name]
    assert faults(**{name: 1}) == []


@pytest.mark.parametrize(
    "hops", [(), 2, (0,), (5,), (1, 1), (True,), ((1,),), ((1, 1, 1, 1, 1),), ((1, 5),), ("1",)]
)
def test_wrong_hops(hops: object) -> None:
    assert faults(hops=hops) == ["hops"]


def test_all_faults_at_once() -> None:
    bad = {"n_passages": 1, "hops": (), "seed": -1, "variant_rate": 2.0, "seeds": 9}
    assert sorted(faults(**bad)) == sorted(bad)
    with pytest.raises(FaultListError) as caught:
        draft_benchmark(dataclasses.replace(SMALL, **bad))  # type: ignore[arg-type]
    assert len(caught.value.errors) == len(bad)
    assert all(isinstance(error, ConfigError) and error.fix for error in caught.value.errors)


def test_settings_that_do_not_fit_together() -> None:
    assert faults(answer_degree=3) == ["answer_degree"]  # two seeds, a hub, a decoy
    assert faults(answer_degree=4) == []
    assert faults(answer_degree=3, hops=(2,)) == []  # the hub is not beside the answer
    assert faults(seeds=4, answer_degree=5) == ["answer_degree"]
    assert faults(decoy_paths=SMALL.distractors + 1) == ["decoy_paths"]
    assert faults(decoy_paths=SMALL.distractors + 1, decoys=0) == []
    assert faults(hubs=0) == ["hub_questions"]
    assert faults(n_questions=2000, n_passages=1999) == ["n_questions"]


@pytest.mark.parametrize(
    ("chosen", "where"),
    [
        ({"n_passages": 200}, "n_passages"),
        ({"hub_degree": 400}, "hub_degree"),
        ({"hub_questions": 1.0, "hub_degree": 2, "decoys": 0}, "n_questions"),
        ({"decoys": 5, "decoy_paths": 3}, "n_questions"),
    ],
)
def test_what_a_corpus_cannot_hold_is_refused_with_a_remedy(
    chosen: dict[str, object], where: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        draft_benchmark(dataclasses.replace(SMALL, **chosen))  # type: ignore[arg-type]
    assert caught.value.where == f"dataset.pathfinding.{where}"
    assert caught.value.fix
