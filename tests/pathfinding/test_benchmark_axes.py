"""Each axis has the effect that it names, as an exact count or monotonically."""

from __future__ import annotations

import dataclasses
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from benchmark_graph import SMALL, fact_graph, finding_plans
from test_corpus_text import sentences

from hippo_exp.pathfinding import (
    BenchmarkParameters,
    SyntheticCorpus,
    draft_benchmark,
    generate_benchmark,
)
from hippo_exp.pathfinding.corpus import SCHEMA, Blueprint

PLAIN = dataclasses.replace(
    SMALL, hubs=0, hub_questions=0.0, decoys=0, missing_facts=0.0, spurious_facts=0.0
)


def draft(base: BenchmarkParameters = PLAIN, **chosen: object) -> Blueprint:
    return draft_benchmark(dataclasses.replace(base, **chosen))  # type: ignore[arg-type]


def made(base: BenchmarkParameters = PLAIN, **chosen: object) -> SyntheticCorpus:
    return generate_benchmark(dataclasses.replace(base, **chosen))  # type: ignore[arg-type]


def is_common(blueprint: Blueprint, entity: int) -> bool:
    return blueprint.world.kind_of(entity).role == "common"


@pytest.mark.parametrize("n", [777, 1300])
def test_n_passages_is_exact(n: int) -> None:
    corpus = made(n_passages=n, n_questions=9)
    assert len(corpus.dataset.passages) == len(corpus.extraction.passages) == n
    assert all(record.rows for record in corpus.extraction.passages)


@pytest.mark.parametrize("n", [1, 50])
def test_n_questions_is_exact(n: int) -> None:
    assert len(draft(n_questions=n).plans) == n


@pytest.mark.parametrize("seeds", [2, 3, 4])
def test_seeds(seeds: int) -> None:
    plans = finding_plans(draft(seeds=seeds, hops=(1, 2), n_questions=10, n_passages=2500))
    assert {len(plan.seeds) for plan in plans} == {seeds}
    assert all(len(set(plan.seeds)) == seeds for plan in plans)


def test_hops_of_each_seed_and_shapes_equally_often() -> None:
    plans = finding_plans(draft(hops=(1, 3, (2, 1)), n_questions=20, n_passages=2000))
    shapes = Counter(tuple(len(leg) for leg in plan.legs) for plan in plans)
    assert shapes == {(1, 1): 7, (3, 3): 7, (2, 1): 6}


@pytest.mark.parametrize("distractors", [2, 6])
@pytest.mark.parametrize("seeds", [2, 3])
def test_distractors_is_the_exact_number_of_further_chains(distractors: int, seeds: int) -> None:
    drawn = draft(
        distractors=distractors, seeds=seeds, hops=(1, 2), n_questions=20, n_passages=2500
    )
    search = _followed(drawn)
    for plan in finding_plans(drawn):
        for seed, leg in zip(plan.seeds, plan.legs, strict=True):
            ends = [seed]
            for edge in reversed(leg):
                ends = [far for near in ends for far in search[near, edge.step.back]]
            assert len(set(ends)) == len(ends) == distractors + 1
            assert plan.answer in ends


def _followed(drawn: Blueprint) -> dict[tuple[int, object], list[int]]:
    from hippo_exp.pathfinding.corpus.search import Step

    found: dict[tuple[int, object], list[int]] = {}
    facts = drawn.facts
    columns = (facts.subject.tolist(), facts.relation.tolist(), facts.object.tolist())
    for subject, relation, far in zip(*columns, strict=True):
        found.setdefault((subject, Step(relation, forward=True)), []).append(far)
        found.setdefault((far, Step(relation, forward=False)), []).append(subject)
    return found


def test_seeds_are_named_by_their_chains_and_by_their_own_passage_only() -> None:
    for share, own in ((0.0, 0), (1.0, 1)):
        drawn = draft(seed_pages=share)
        titled = Counter(drawn.world.subjects.tolist())
        for plan in finding_plans(drawn):
            assert [titled[seed] for seed in plan.seeds] == [own] * len(plan.seeds)
    half = draft(seed_pages=0.5)
    titled = Counter(half.world.subjects.tolist())
    own = [titled[seed] for plan in finding_plans(half) for seed in plan.seeds]
    assert 0.3 < np.mean(own) < 0.7


@pytest.mark.parametrize("degree", [2, 4, 9])
def test_answer_degree_is_exact(degree: int) -> None:
    drawn = draft(answer_degree=degree, n_questions=20, n_passages=1600)
    graph = fact_graph(drawn)
    assert {graph.degree[plan.answer] for plan in drawn.plans} == {degree}


@pytest.mark.parametrize(("hubs", "degree"), [(0, 9), (3, 25), (7, 12)])
def test_hubs_and_their_degree_are_exact(hubs: int, degree: int) -> None:
    drawn = draft(hubs=hubs, hub_degree=degree)
    assert int(np.sum([is_common(drawn, e) for e in range(len(drawn.world.forms))])) == hubs
    objects = Counter(drawn.facts.object.tolist())
    assert [objects[e] for e in objects if is_common(drawn, e)] == [degree] * hubs


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_hub_questions_name_a_hub_first(share: float) -> None:
    drawn = draft(
        hubs=8, hub_degree=25, hub_questions=share, n_questions=30, n_passages=2000, distractors=4
    )
    common = [[is_common(drawn, seed) for seed in plan.seeds] for plan in finding_plans(drawn)]
    assert sum(first for first, *_ in common) == round(share * 30)
    assert not any(any(others) for _, *others in common)


def decoys_of(drawn: Blueprint) -> list[list[tuple[int, ...]]]:
    """For each question the entities one fact beyond the hops of all seeds, with path counts.

    Paths through the answer do not count. The graph is walked by networkx.
    """
    graph = fact_graph(drawn)
    found = []
    for plan in finding_plans(drawn):
        without = graph.copy()
        without.remove_node(plan.answer)
        layers = [
            nx.single_source_shortest_path_length(without, seed, cutoff=len(leg) + 1)
            for seed, leg in zip(plan.seeds, plan.legs, strict=True)
        ]
        shared = set.intersection(*(set(layer) for layer in layers)) - set(plan.seeds)
        assert all(
            layer[node] == len(leg) + 1
            for node in shared
            for layer, leg in zip(layers, plan.legs, strict=True)
        )
        found.append(
            [
                tuple(
                    sum(layer.get(near) == len(leg) for near in without[node])
                    for layer, leg in zip(layers, plan.legs, strict=True)
                )
                for node in sorted(shared)
            ]
        )
    return found


@pytest.mark.parametrize(("decoys", "paths"), [(0, 1), (1, 1), (2, 1), (1, 3)])
def test_decoys_are_reached_by_longer_paths_from_every_seed(decoys: int, paths: int) -> None:
    """At least as many as asked: now and then a decoy of one question is also another's."""
    drawn = draft(
        decoys=decoys, decoy_paths=paths, answer_degree=9, n_questions=30, n_passages=2500
    )
    found = decoys_of(drawn)
    strong = [sum(min(counts) >= paths for counts in each) for each in found]
    assert min(strong) >= decoys
    assert np.mean(strong) == pytest.approx(decoys, abs=0.35)


@pytest.mark.parametrize("variants", [0, 1, 3])
def test_variants_limit_the_surface_forms(variants: int) -> None:
    drawn = draft(variants=variants)
    others = Counter(len(forms) - 1 for forms in drawn.world.forms)
    assert max(others) == variants
    assert others[variants] > 0.5 * len(drawn.world.forms)
    assert all(len(forms) > min(variants, 1) for forms in drawn.world.forms)


def test_variant_rates_decide_how_often_others_than_the_usual_form_stand() -> None:
    shares, asked = [], []
    for rate in (0.0, 0.3, 1.0):
        chosen = dataclasses.replace(PLAIN, variant_rate=rate, query_variant_rate=rate)
        drawn, corpus = draft_benchmark(chosen), generate_benchmark(chosen)
        usual = {forms[0] for forms in drawn.world.forms}
        rows = [row for record in corpus.extraction.passages for row in record.rows]
        shares.append(np.mean([end not in usual for row in rows for end in (row[0], row[2])]))
        entities = [e for question in corpus.dataset.questions for e in question.entities or ()]
        asked.append(np.mean([entity not in usual for entity in entities]))
    assert shares == pytest.approx([0.0, 0.3, 1.0], abs=0.05)
    assert asked == pytest.approx([0.0, 0.3, 1.0], abs=0.12)


def test_missing_and_spurious_facts_change_the_extraction_alone() -> None:
    base = made(facts_per_passage=3)
    n_rows = sum(len(record.rows) for record in base.extraction.passages)
    lossy = made(facts_per_passage=3, missing_facts=0.3)
    kept = sum(len(record.rows) for record in lossy.extraction.passages)
    assert kept / n_rows == pytest.approx(0.7, abs=0.03)
    noisy = made(facts_per_passage=3, spurious_facts=0.5)
    wide = [len(record.entities) > 2 for record in noisy.extraction.passages]
    added = [
        any(row[1] == "is connected with" for row in record.rows)
        for record in noisy.extraction.passages
    ]
    assert not any(a and not w for a, w in zip(added, wide, strict=True))
    assert sum(added) / sum(wide) == pytest.approx(0.5, abs=0.06)
    assert base.dataset.digest == lossy.dataset.digest == noisy.dataset.digest


@pytest.mark.parametrize("filler", [0, 2, 12])
def test_filler_sentences_is_the_exact_number(filler: int) -> None:
    corpus = made(filler_sentences=filler, facts_per_passage=1, n_questions=10)
    for passage in corpus.dataset.passages:
        parts = sentences(passage.text)
        assert len(parts) == 1 + 1 + filler, passage.text
        assert all(part[0].isupper() for part in parts)
        assert not set(passage.text) & set("{}")


@pytest.mark.parametrize("most", [1, 2, 5])
def test_facts_per_passage(most: int) -> None:
    drawn = draft(facts_per_passage=most, seed_pages=1.0, n_questions=20, n_passages=1500)
    stated = np.diff(drawn.statements.bounds)
    assert stated.max() == most
    assert stated.min() >= 1
    pages = drawn.world.first_passage
    seeds = [seed for plan in finding_plans(drawn) for seed in plan.seeds]
    assert {int(stated[pages[seed]]) for seed in seeds} == {most}


def test_every_seed_gives_another_corpus() -> None:
    assert made(seed=1).dataset.digest != made(seed=2).dataset.digest


def test_facts_fit_the_schema() -> None:
    drawn = draft(SMALL)
    world, facts = drawn.world, drawn.facts
    assert (facts.subject != facts.object).all()
    for s, r, o in zip(facts.subject, facts.relation, facts.object, strict=True):
        relation = SCHEMA.relations[r]
        assert world.kind_of(int(s)).key == relation.subject
        assert world.kind_of(int(o)).key == relation.object
    triples = set(
        zip(facts.subject.tolist(), facts.relation.tolist(), facts.object.tolist(), strict=True)
    )
    assert len(triples) == len(facts)
    named = set(facts.subject.tolist()) | set(facts.object.tolist()) | set(world.subjects.tolist())
    assert named == set(range(len(world.forms)))
