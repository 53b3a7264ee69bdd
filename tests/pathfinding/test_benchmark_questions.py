"""Every question has one answer, no passage gives it away, and its gold passages lead to it."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from benchmark_graph import SMALL, fact_graph, finding_plans, meetings

from hippo_exp.evaluation import recall
from hippo_exp.pathfinding import (
    BenchmarkParameters,
    SyntheticCorpus,
    draft_benchmark,
    generate_benchmark,
)
from hippo_exp.pathfinding.classes import Case, ClassRules, FactCorpus, classify
from hippo_exp.pathfinding.corpus import Blueprint
from hippo_exp.text import normalize_clean

THREE = dataclasses.replace(SMALL, hops=((1, 1, 1), (2, 1, 1)), n_questions=40, n_passages=2000)
DEEP = dataclasses.replace(SMALL, hops=(3, 4), n_questions=30, facts_per_passage=3, decoys=0)
CASES = {"small": SMALL, "three seeds": THREE, "deep": DEEP}


@pytest.fixture(scope="module", params=list(CASES))
def parameters(request: pytest.FixtureRequest) -> BenchmarkParameters:
    return CASES[request.param]


@pytest.fixture(scope="module")
def blueprint(parameters: BenchmarkParameters) -> Blueprint:
    return draft_benchmark(parameters)


@pytest.fixture(scope="module")
def corpus(parameters: BenchmarkParameters) -> SyntheticCorpus:
    return generate_benchmark(parameters)


def test_exactly_one_entity_is_within_the_hops_of_every_seed(blueprint: Blueprint) -> None:
    graph = fact_graph(blueprint)
    for plan in finding_plans(blueprint):
        hops = [len(leg) for leg in plan.legs]
        assert meetings(graph, plan.seeds, hops) == {plan.answer}
        for seed, leg in zip(plan.seeds, plan.legs, strict=True):
            assert nx.shortest_path_length(graph, seed, plan.answer) == len(leg)


def test_legs_are_chains_of_facts_from_the_answer_to_the_seeds(blueprint: Blueprint) -> None:
    facts = blueprint.facts
    for plan in finding_plans(blueprint):
        for leg in plan.legs:
            near = plan.answer
            for edge in leg:
                ends = int(facts.subject[edge.fact]), int(facts.object[edge.fact])
                assert (near, edge.far) == (ends if edge.step.forward else ends[::-1])
                assert edge.step.relation == facts.relation[edge.fact]
                near = edge.far


def test_no_passage_names_two_seeds_in_any_surface_form(
    blueprint: Blueprint, corpus: SyntheticCorpus
) -> None:
    texts = [f" {normalize_clean(passage.contents)} " for passage in corpus.dataset.passages]

    def naming(entity: int) -> set[int]:
        forms = [normalize_clean(form) for form in blueprint.world.forms[entity]]
        return {i for i, text in enumerate(texts) if any(f" {form} " in text for form in forms)}

    for plan in finding_plans(blueprint):
        named = [naming(seed) for seed in plan.seeds]
        assert all(named)
        assert sum(map(len, named)) == len(set.union(*named))


def test_the_gold_passages_state_the_facts_of_the_legs(
    blueprint: Blueprint, corpus: SyntheticCorpus
) -> None:
    contents = [passage.contents for passage in corpus.dataset.passages]
    homes = blueprint.statements.homes
    for plan, question in zip(finding_plans(blueprint), corpus.dataset.questions, strict=True):
        assert question.gold == tuple(sorted({contents[homes[fact]] for fact in plan.facts}))
        assert question.answers == blueprint.world.forms[plan.answer]
        assert question.hops == len(plan.facts)
        for fact in plan.facts:
            text = normalize_clean(contents[homes[fact]])
            for end in (int(blueprint.facts.subject[fact]), int(blueprint.facts.object[fact])):
                assert any(normalize_clean(form) in text for form in blueprint.world.forms[end])


def test_a_retriever_that_follows_the_true_paths_has_recall_100(
    blueprint: Blueprint, corpus: SyntheticCorpus
) -> None:
    """Its path: the shortest ones from the seeds to where they meet, over the true facts."""
    graph, facts = fact_graph(blueprint), blueprint.facts
    ends = zip(facts.subject.tolist(), facts.object.tolist(), strict=True)
    stated = {frozenset(pair): int(blueprint.statements.homes[i]) for i, pair in enumerate(ends)}
    keys = corpus.dataset.match_keys
    for plan, question in zip(finding_plans(blueprint), corpus.dataset.questions, strict=True):
        (answer,) = meetings(graph, plan.seeds, [len(leg) for leg in plan.legs])
        paths = [nx.shortest_path(graph, seed, answer) for seed in plan.seeds]
        read = [stated[frozenset(pair)] for path in paths for pair in pairwise(path)]
        ranking = [keys[i] for i in dict.fromkeys(read)]
        assert recall(frozenset(question.gold), ranking, len(question.gold)) == 1.0


def test_the_class_checker_says_path_finding_whatever_the_relations(
    blueprint: Blueprint, parameters: BenchmarkParameters
) -> None:
    """Another implementation, which reads triples, for shapes with equal hops."""
    plain = dataclasses.replace(parameters, variants=0, missing_facts=0.0, spurious_facts=0.0)
    made = generate_benchmark(plain)
    facts = FactCorpus(
        [record.rows for record in made.extraction.passages], identity=normalize_clean
    )  # type: ignore[misc]
    place = {passage.contents: i for i, passage in enumerate(made.dataset.passages)}
    checked = 0
    for plan, question in zip(finding_plans(blueprint), made.dataset.questions, strict=True):
        hops = {len(leg) for leg in plan.legs}
        if len(hops) > 1:
            continue
        case = Case(
            question.entities or (), [place[text] for text in question.gold], question.answers
        )
        rules = ClassRules(many=parameters.distractors + 1, within=max(hops), relations="any")
        assert classify(facts, case, rules).label == "path_finding"
        checked += 1
    assert checked >= 20


def test_questions_are_distinct_and_read_as_questions(corpus: SyntheticCorpus) -> None:
    texts = [question.text for question in corpus.dataset.questions]
    assert len(set(texts)) == len(texts)
    for question in corpus.dataset.questions:
        assert question.text.endswith("?")
        assert question.text.split()[0] in {"Which", "Who", "What"}
        assert "  " not in question.text
        assert not set(question.text) & set("_{}|\t\n")
        places = [question.text.index(entity) for entity in question.entities or ()]
        assert places == sorted(places)


def test_answers_are_distinct(blueprint: Blueprint) -> None:
    answers = [plan.answer for plan in blueprint.plans]
    assert len(set(answers)) == len(answers)


def test_nothing_but_the_meeting_tells_an_answer_from_the_other_ends(
    blueprint: Blueprint, parameters: BenchmarkParameters
) -> None:
    """Answers have the degree of all entities that their seeds lead to by the same relations."""
    facts = blueprint.facts
    degrees = np.bincount(np.concatenate([facts.subject, facts.object]))
    assert {int(degrees[plan.answer]) for plan in blueprint.plans} == {parameters.answer_degree}
