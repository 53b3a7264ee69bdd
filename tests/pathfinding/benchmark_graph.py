"""The facts of a blueprint as a networkx graph: an oracle for what seeds reach."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from hippo_exp.pathfinding.benchmark import BenchmarkParameters
from hippo_exp.pathfinding.corpus import Blueprint
from hippo_exp.pathfinding.corpus.plan import FindingPlan

SMALL = BenchmarkParameters(
    n_passages=1300,
    n_questions=60,
    hops=(1, 2, (1, 2)),
    distractors=3,
    answer_degree=5,
    hubs=5,
    hub_degree=20,
    hub_questions=0.25,
    decoys=1,
    decoy_paths=1,
    spurious_facts=0.05,
    missing_facts=0.05,
    seed=5,
)


def fact_graph(blueprint: Blueprint) -> nx.Graph[int]:
    """Entities joined by every true fact."""
    graph: nx.Graph[int] = nx.Graph()
    facts = blueprint.facts
    graph.add_edges_from(zip(facts.subject.tolist(), facts.object.tolist(), strict=True))
    return graph


def finding_plans(blueprint: Blueprint) -> list[FindingPlan]:
    plans = [plan for plan in blueprint.plans if isinstance(plan, FindingPlan)]
    assert len(plans) == len(blueprint.plans)
    return plans


def meetings(graph: nx.Graph[int], seeds: Sequence[int], hops: Sequence[int]) -> set[int]:
    """Every entity within its hops of each seed; seeds do not meet in themselves."""
    reached = [
        nx.single_source_shortest_path_length(graph, seed, cutoff=within).keys() - {seed}
        for seed, within in zip(seeds, hops, strict=True)
    ]
    return set.intersection(*map(set, reached))
