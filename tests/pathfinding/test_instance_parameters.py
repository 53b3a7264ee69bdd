"""Counts that follow from the settings, and the faults of bad settings."""

from __future__ import annotations

import pytest

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.pathfinding import InstanceParameters


@pytest.mark.parametrize(("hops", "nodes", "facts"), [(1, 19, 18), (2, 37, 36), (3, 55, 54)])
def test_standard_counts(hops: int, nodes: int, facts: int) -> None:
    parameters = InstanceParameters(hops=hops)
    assert parameters.n_candidates == 17
    assert (parameters.n_nodes, parameters.n_facts) == (nodes, facts)
    assert parameters.label == f"hops{hops}"


def test_counts_with_every_setting_used() -> None:
    parameters = InstanceParameters(
        seeds=2,
        distractors=3,
        hops=(1, 3),
        extra_edges=4,
        missing=0.5,
        hubs=2,
        hub_degree=5,
        matched_degree=True,
    )
    # chains: 3*1 + 0 nodes and 3*3 + 2 nodes; decoy chains: as many nodes as facts, 3*1 + 3*3
    assert parameters.n_nodes == 2 + 1 + 3 + 11 + 12 + 2
    assert parameters.n_facts_before_loss == 4 * 1 + 4 * 3 + 12 + 10 + 4
    assert parameters.n_facts == 42 - 21
    assert parameters.label == "hops1-3"


def test_equal_hops_have_one_label() -> None:
    assert InstanceParameters(hops=(2, 2)).label == InstanceParameters(hops=2).label


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"seeds": 0, "hops": 1}, "seeds"),
        ({"seeds": True}, "seeds"),
        ({"distractors": 0}, "distractors"),
        ({"distractors": 2.5}, "distractors"),
        ({"hops": 0}, "hops"),
        ({"hops": 17}, "hops"),
        ({"hops": ()}, "hops"),
        ({"hops": (1, 2, 3)}, "hops"),
        ({"hops": "2"}, "hops"),
        ({"extra_edges": -1}, "extra_edges"),
        ({"extra_edges": 316, "hops": 2}, "extra_edges"),
        ({"missing": 1.0}, "missing"),
        ({"missing": float("nan")}, "missing"),
        ({"missing": "0.1"}, "missing"),
        ({"hubs": -1}, "hubs"),
        ({"hubs": 1, "hub_degree": 38}, "hub_degree"),
        ({"matched_degree": 1}, "matched_degree"),
        ({"distractors": 1000, "seeds": 16, "hops": 16}, "n_nodes"),
    ],
)
def test_one_fault_is_named(settings: dict[str, object], name: str) -> None:
    with pytest.raises(
        ConfigError, match=rf"{name}=.* is out of range \[(instance|{name}|instance\.{name})\]"
    ):
        InstanceParameters(**settings).check()  # type: ignore[arg-type]


def test_limits_are_accepted() -> None:
    # 37 nodes: 666 pairs, less 1 pair of seeds and 36 chain facts; half of 629
    InstanceParameters(hops=2, extra_edges=314).check()
    InstanceParameters(hops=2, hubs=1, hub_degree=37).check()
    InstanceParameters(hops=2, hub_degree=38).check()  # no hub: the setting does not count


def test_all_faults_are_reported_together() -> None:
    parameters = InstanceParameters(seeds=0, distractors=0, hops=(0,), missing=1.0, hubs=-1)
    with pytest.raises(FaultListError) as caught:
        parameters.check()
    places = [error.where for error in caught.value.errors]
    instance = [f"instance.{name}" for name in ("seeds", "distractors", "hubs")]
    assert places == [*instance, "hops", "instance.missing"]
    assert caught.value.exit_code == 2
