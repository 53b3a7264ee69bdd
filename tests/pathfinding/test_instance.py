"""The structure of an instance, against networkx and by laws over the whole range of settings."""

from __future__ import annotations

import os
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding import (
    Instance,
    InstanceParameters,
    distances,
    generate_instance,
    instance_rng,
    rivals,
    seeds_reaching_answer,
)
from hippo_exp.pathfinding.names import N_NAMES, name
from hippo_exp.pathfinding.passages import RELATIONS


def make(index: int = 0, seed: int = 0, **chosen: object) -> Instance:
    parameters = InstanceParameters(**chosen)  # type: ignore[arg-type]
    return generate_instance(parameters, instance_rng(parameters, seed, index))


def fact_graph(instance: Instance) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(instance.nodes)
    graph.add_edges_from((fact.subject, fact.object) for fact in instance.facts)
    return graph


def words(text: str) -> list[str]:
    return regex.findall(r"\w+", text.lower())


@st.composite
def parameter_sets(draw: st.DrawFn) -> InstanceParameters:
    seeds = draw(st.integers(1, 4))
    hop = st.integers(1, 4)
    return InstanceParameters(
        seeds=seeds,
        distractors=draw(st.integers(1, 6)),
        hops=draw(hop | st.lists(hop, min_size=seeds, max_size=seeds).map(tuple)),
        extra_edges=draw(st.integers(0, 1)),
        missing=draw(st.sampled_from([0.0, 0.1, 0.5, 0.95])),
        hubs=draw(st.integers(0, 2)),
        hub_degree=draw(st.integers(1, 3)),
        matched_degree=draw(st.booleans()),
    )


@settings(max_examples=60, deadline=None)
@given(parameters=parameter_sets(), seed=st.integers(0, 2**32))
def test_laws_of_every_instance(parameters: InstanceParameters, seed: int) -> None:
    try:
        parameters.check()
    except ConfigError:
        assume(False)  # an extra edge or hub in an instance too small for it
    instance = generate_instance(parameters, np.random.default_rng(seed))
    n_nodes = len(instance.nodes)
    assert len(set(instance.nodes)) == n_nodes == parameters.n_nodes
    assert len(instance.facts) == len(instance.passages) == parameters.n_facts
    assert len(instance.candidates) == parameters.n_candidates
    assert (np.diff(instance.candidates) > 0).all()
    assert instance.candidates[instance.answer_position] == instance.answer
    assert not set(instance.seeds) & set(instance.candidates.tolist())
    assert sorted(instance.tie_order.tolist()) == list(range(parameters.n_candidates))
    assert instance.reset.sum() == pytest.approx(1.0)

    graph = fact_graph(instance)
    assert graph.number_of_edges() == parameters.n_facts  # no fact twice, no self loop
    assert nx.number_of_selfloops(graph) == 0
    expected = nx.to_numpy_array(graph, nodelist=instance.nodes)
    np.testing.assert_array_equal(instance.adjacency.toarray(), expected)

    seed_words = {seed_name.lower() for seed_name in instance.seed_names}
    for row, (fact, passage) in enumerate(zip(instance.facts, instance.passages, strict=True)):
        assert passage.text == f"{fact.subject} {fact.relation} {fact.object}."
        assert len(seed_words & set(words(passage.text))) <= 1
        named = {instance.nodes[column] for column in instance.mentions[[row]].indices}
        assert named == {fact.subject, fact.object}


@pytest.mark.parametrize("hops", [1, 2, 3, (1, 3), (2, 1)])
@pytest.mark.parametrize("matched", [False, True])
def test_only_the_answer_is_reached_from_both_seeds(
    hops: int | tuple[int, ...], matched: bool
) -> None:
    instance = make(hops=hops, matched_degree=matched)
    graph = fact_graph(instance)
    lengths = [nx.single_source_shortest_path_length(graph, seed) for seed in instance.seed_names]
    per_seed = instance.parameters.hops_per_seed
    answer = instance.nodes[instance.answer]
    assert [length[answer] for length in lengths] == list(per_seed)
    dead_ends = [instance.nodes[node] for node in instance.candidates if node != instance.answer]
    for length, hop in zip(lengths, per_seed, strict=True):
        assert sum(length[end] == hop for end in dead_ends) == 8
    assert all(max(length[end] for length in lengths) > max(per_seed) for end in dead_ends)
    assert not len(rivals(instance))
    assert seeds_reaching_answer(instance) == 2


def test_distances_are_those_of_networkx() -> None:
    instance = make(hops=2, extra_edges=9, missing=0.3)
    graph = fact_graph(instance)
    for row, seed in zip(distances(instance), instance.seed_names, strict=True):
        lengths = nx.single_source_shortest_path_length(graph, seed)
        names = [instance.nodes[node] for node in instance.candidates]
        assert row.tolist() == [lengths.get(candidate, np.inf) for candidate in names]


def test_matched_degree_gives_all_candidates_one_degree() -> None:
    instance = make(seeds=3, hops=2, matched_degree=True)
    degrees = np.diff(instance.adjacency.indptr)[instance.candidates]
    assert degrees.tolist() == [3] * 25


def test_hubs_and_extra_edges_add_facts_but_no_candidate() -> None:
    instance = make(hops=2, hubs=3, hub_degree=20, extra_edges=50)
    degrees = np.sort(np.diff(instance.adjacency.indptr))
    assert degrees[-3] >= 20
    assert len(instance.candidates) == 17
    first, second = instance.seeds
    assert instance.adjacency[first, second] == 0


def test_extra_edges_can_make_rivals_and_they_are_found() -> None:
    found = [len(rivals(make(index, hops=1, extra_edges=60))) for index in range(5)]
    assert sum(found) > 0
    for index, count in enumerate(found):
        instance = make(index, hops=1, extra_edges=60)
        graph = fact_graph(instance)
        both = set(graph[instance.seed_names[0]]) & set(graph[instance.seed_names[1]])
        ends = {instance.nodes[node] for node in instance.candidates} & both
        assert len(ends - {instance.nodes[instance.answer]}) == count


def test_a_lost_answer_stays_a_candidate() -> None:
    reached = [seeds_reaching_answer(make(index, hops=2, missing=0.7)) for index in range(40)]
    assert min(reached) == 0
    assert max(reached) > 0
    lost = make(reached.index(0), hops=2, missing=0.7)
    assert lost.candidates[lost.answer_position] == lost.answer


def test_position_order_and_direction_do_not_reveal_the_answer() -> None:
    instances = [make(index, hops=1) for index in range(400)]
    positions = np.array([instance.answer_position for instance in instances])
    # mean of uniform 0..16 is 8 with standard error 0.245; 4.5 standard errors
    assert abs(positions.mean() - 8) < 1.1
    ties = np.array([instance.tie_order[instance.answer_position] for instance in instances])
    assert abs(ties.mean() - 8) < 1.1
    as_object = [
        fact.object == instance.nodes[instance.answer]
        for instance in instances
        for fact in instance.facts
        if instance.nodes[instance.answer] in (fact.subject, fact.object)
    ]
    assert abs(np.mean(as_object) - 0.5) < 0.08


def test_names_are_distinct_and_never_a_word_of_a_template() -> None:
    names = [name(index) for index in range(N_NAMES)]
    assert len(set(names)) == N_NAMES == 36_000
    assert {len(each) for each in names} == {8}
    used = {word for relation in RELATIONS for word in words(relation)}
    used |= {"which", "guild", "connects", "and"}
    assert not used & {each.lower() for each in names}


def test_question_shares_only_the_seed_names_with_the_passages() -> None:
    instance = make(seeds=3, hops=1)
    first, second, third = instance.seed_names
    assert instance.question == f"Which guild connects {first}, {second} and {third}?"
    in_passages = {word for passage in instance.passages for word in words(passage.text)}
    shared = in_passages & set(words(instance.question))
    assert shared == {seed_name.lower() for seed_name in instance.seed_names}


def test_an_instance_depends_on_seed_hops_and_index_alone() -> None:
    drawn = {
        make(index, seed, hops=hops).facts
        for index in (0, 1)
        for seed in (0, 1)
        for hops in (1, 2, (1, 2))
    }
    assert len(drawn) == 12
    assert make(7, hops=2).facts == make(7, hops=(2, 2)).facts


def test_same_instance_under_any_hash_seed() -> None:
    script = (
        "from hippo_exp.pathfinding import *\n"
        "p = InstanceParameters(hops=(1, 3), extra_edges=9, hubs=2, missing=0.2)\n"
        "i = generate_instance(p, instance_rng(p, 5, 3))\n"
        "print(i.facts, i.seeds, i.answer, i.candidates, i.tie_order, i.adjacency.indices)"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 1000
