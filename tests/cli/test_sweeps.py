"""A folder of its own for each point of a sweep."""

from __future__ import annotations

import pytest

from hippo_exp.cli.experiments import retrieval_experiment
from hippo_exp.cli.sweeps import all_points, sweep_label, sweep_points, swept_values
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.sweep.points import make_sweep

SYNTHETIC = {"dataset": {"name": "synthetic"}, "label": None}


def test_each_value_of_each_sweep_is_seen_once() -> None:
    assert sweep_points(["a=1,2,3", "b=x", "c=choice(5,6)"]) == [
        ["a=1", "b=x", "c=5"],
        ["a=2", "b=x", "c=5"],
        ["a=3", "b=x", "c=5"],
        ["a=1", "b=x", "c=6"],
    ]
    assert sweep_points(["rows=[bm25,dense]", "k=="]) == [["rows=[bm25,dense]", "k=="]]


@pytest.mark.parametrize(
    ("given", "label", "point", "expected"),
    [
        (["e.p=0.3,0.5"], None, ["++e.p=0.3"], "synthetic-p-0.3"),
        (["e.p=0.3,0.5", "k=1,2"], None, ["++e.p=0.3", "++k=2"], "synthetic-p-0.3-k-2"),
        (["e.p=0.3,0.5", "++k=2"], None, ["++e.p=0.3", "++k=2"], "synthetic-p-0.3"),
        (["e.p=0.3,0.5", "++label=foo"], "foo", ["++e.p=0.5", "++label=foo"], "foo-p-0.5"),
        (["label=a,b", "k=1,2"], "b", ["++label=b", "++k=1"], "b-k-1"),
        (["label=a,b"], "b", ["++label=b"], None),
        (["dataset=a,b"], None, ["dataset=b"], None),
        (["dataset=synthetic,b", "++label=foo"], "foo", ["dataset=b"], "foo-dataset-b"),
        (["out=a,b"], None, ["++out=b"], None),
        (["++k=2"], None, ["++k=2"], None),
    ],
)
def test_labels(given: list[str], label: str | None, point: list[str], expected: str) -> None:
    assert sweep_label({**SYNTHETIC, "label": label}, given, point) == expected


def test_a_study_without_a_data_set_has_a_name_too() -> None:
    assert sweep_label({"label": None}, [], ["seed=3"]) == "instances-seed-3"


def test_labels_are_file_names_and_never_collide() -> None:
    values = ["[bm25]", "[dense]", "[bm25,dense]", "[bm25_dense]", "a/b", "a_b", "x" * 90, "x" * 91]
    labels = [sweep_label(SYNTHETIC, [], [f"rows={value}"]) for value in values]
    assert len(set(labels)) == len(values)
    for label in labels:
        assert label is not None
        assert len(label) <= 80
        assert not set(label) & set("/\\[], ")


def test_every_combination_is_a_point_with_its_values() -> None:
    overrides = ["a=1,2", "b=x", "c=5,6"]
    points = all_points(overrides, at_most=4)
    assert points == [[f"a={a}", "b=x", f"c={c}"] for a in (1, 2) for c in (5, 6)]
    assert [swept_values(overrides, point) for point in points] == [
        {"a": a, "c": c} for a in "12" for c in "56"
    ]


def test_too_many_combinations_are_not_made() -> None:
    many = [f"a{number}=range(100)" for number in range(30)]
    assert all_points(many, at_most=64) == []


CLASH = ["expansion=ppr,query_nodes", "expansion.restart_prob=0.3,0.4"]
NODES = "retriever.passage_nodes"


def test_a_fault_of_some_points_names_them_and_one_of_a_value_does_not() -> None:
    experiment = retrieval_experiment("table5")
    with pytest.raises(FaultListError) as caught:
        experiment.check(["dataset=synthetic", *CLASH], multirun=True, files=True)
    places = [error.where for error in caught.value.errors]
    assert places == [
        f"expansion.restart_prob={p} at expansion=query_nodes" for p in ("0.3", "0.4")
    ]
    assert all("sweep such points apart" in error.fix for error in caught.value.errors)
    wrong = ["dataset=synthetic", "expansion.restart_prob=0.3,7", "synonymy.threshold=0.7,0.8"]
    with pytest.raises(FaultListError) as caught:
        experiment.check(wrong, multirun=True, files=True)
    assert [error.where for error in caught.value.errors] == ["expansion.restart_prob"]


def test_a_combination_beyond_the_first_values_is_looked_at_too() -> None:
    axes = [
        (f"{NODES}.normalization", ("softmax", "min_max")),
        (f"{NODES}.temperature", ("0.1", "0.3")),
    ]
    with pytest.raises(FaultListError) as caught:
        make_sweep("beyond", axes, ["dataset=synthetic", "rows=[passage_nodes_0_01]"])
    assert [error.where for error in caught.value.errors] == [
        f"{NODES}.temperature=0.3 at {NODES}.normalization=min_max"
    ]


def test_equal_values_are_one_point() -> None:
    axes = [("retriever.bm25.k1", ("1", "1.0", "1", "1e0")), ("limit", ("5", "05", "6"))]
    sweep = make_sweep("table2", axes, ["dataset=synthetic", "rows=[bm25]"])
    assert [axis.values for axis in sweep.axes] == [("1",), ("5", "6")]
