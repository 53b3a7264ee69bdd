"""Questions have one answer, the gold passages carry it, and no passage gives it away."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from hippo_exp.pathfinding.corpus import SCHEMA, Blueprint, SyntheticCorpus, SyntheticParameters
from hippo_exp.pathfinding.corpus.plan import FindingPlan, FollowingPlan
from hippo_exp.text import normalize_clean
from hippo_exp.types import Question

Plans = list[tuple[Question, FollowingPlan | FindingPlan]]


@pytest.fixture(scope="module")
def plans(blueprint: Blueprint, corpus: SyntheticCorpus) -> Plans:
    return list(zip(corpus.dataset.questions, blueprint.plans, strict=True))


@pytest.fixture(scope="module")
def neighbours(blueprint: Blueprint) -> dict[tuple[int, int, bool], list[int]]:
    """(entity, relation, forward) to the entities at the other end, read off the fact arrays."""
    facts = blueprint.facts
    found: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
    for s, r, o in zip(
        *(a.tolist() for a in (facts.subject, facts.relation, facts.object)), strict=True
    ):
        found[s, r, True].append(o)
        found[o, r, False].append(s)
    return found


@pytest.fixture(scope="module")
def passages_with(blueprint: Blueprint, corpus: SyntheticCorpus) -> dict[str, set[int]]:
    """Normalised surface form of every query entity's variants to the passages that have it."""
    texts = [f" {normalize_clean(p.contents)} " for p in corpus.dataset.passages]
    ends = {e for plan in blueprint.plans for e in _ends(plan)}
    forms = {normalize_clean(form) for e in ends for form in blueprint.world.forms[e]}
    return {form: {i for i, text in enumerate(texts) if f" {form} " in text} for form in forms}


def _ends(plan: FollowingPlan | FindingPlan) -> tuple[int, int]:
    return plan.seeds if isinstance(plan, FindingPlan) else (plan.seed, plan.answer)


def test_path_following_answers_are_unique(
    plans: Plans, neighbours: dict[tuple[int, int, bool], list[int]]
) -> None:
    checked = 0
    for _, plan in plans:
        if isinstance(plan, FollowingPlan):
            reached = [plan.seed]
            for edge in plan.chain:
                reached = [far for near in reached for far in neighbours[near, *edge.step]]
            assert reached == [plan.answer]
            checked += 1
    assert checked == 60


def test_path_finding_answers_are_unique(
    plans: Plans, neighbours: dict[tuple[int, int, bool], list[int]], blueprint: Blueprint
) -> None:
    """Over all entities: only the answer has a typed path to both seeds, and one of each."""
    checked = 0
    for _, plan in plans:
        if isinstance(plan, FollowingPlan):
            continue
        meeting = []
        for entity in range(len(blueprint.world.forms)):
            paths = []
            for leg, seed in zip(plan.legs, plan.seeds, strict=True):
                reached = [entity]
                for edge in leg:
                    reached = [
                        far for near in reached for far in neighbours.get((near, *edge.step), ())
                    ]
                paths.append(reached.count(seed))
            meeting += [(entity, paths)] if all(paths) else []
        assert meeting == [(plan.answer, [1, 1])]
        checked += 1
    assert checked == 60


def test_two_facts_meet_in_one_entity_whatever_the_relations(
    plans: Plans, blueprint: Blueprint
) -> None:
    facts = blueprint.facts
    around: dict[int, set[int]] = defaultdict(set)
    for s, o in zip(facts.subject.tolist(), facts.object.tolist(), strict=True):
        around[s].add(o)
        around[o].add(s)
    for question, plan in plans:
        if isinstance(plan, FindingPlan):
            assert min(len(around[seed]) for seed in plan.seeds) >= 4
            if question.hops == 2:
                assert around[plan.seeds[0]] & around[plan.seeds[1]] == {plan.answer}


def test_no_passage_names_both_ends(
    plans: Plans, blueprint: Blueprint, passages_with: dict[str, set[int]]
) -> None:
    """Seeds of path-finding; seed and answer of path-following; by text, in every surface form."""
    for question, plan in plans:
        named = [
            set().union(*(passages_with[normalize_clean(f)] for f in blueprint.world.forms[e]))
            for e in _ends(plan)
        ]
        assert all(named), question.text
        assert not named[0] & named[1], question.text


def test_gold_passages_state_the_facts(
    plans: Plans, blueprint: Blueprint, corpus: SyntheticCorpus
) -> None:
    for question, plan in plans:
        gold = [f" {normalize_clean(key)} " for key in question.gold]
        assert list(question.gold) == sorted(set(question.gold))
        for fact in plan.facts:
            ends = (int(blueprint.facts.subject[fact]), int(blueprint.facts.object[fact]))
            forms = [[normalize_clean(f) for f in blueprint.world.forms[e]] for e in ends]
            assert any(
                all(any(f" {form} " in text for form in either) for either in forms)
                for text in gold
            ), question.text
        if question.kind == "path_following":
            assert len(question.gold) == question.hops
        else:
            assert 2 <= len(question.gold) <= (question.hops or 0)


def test_entities_stand_in_the_question_in_order(plans: Plans, blueprint: Blueprint) -> None:
    for question, plan in plans:
        assert question.entities is not None
        places = [question.text.index(entity) for entity in question.entities]
        assert places == sorted(places)
        common = plan.common if isinstance(plan, FollowingPlan) else None
        wanted = 2 if isinstance(plan, FindingPlan) or common else 1
        assert len(set(question.entities)) == wanted
        assert question.answers == blueprint.world.forms[plan.answer]
        assert question.hops == len(plan.facts)


def test_half_of_the_questions_name_a_common_entity(plans: Plans, blueprint: Blueprint) -> None:
    following = [plan.common is not None for _, plan in plans if isinstance(plan, FollowingPlan)]
    finding = [
        sum(blueprint.world.kind_of(seed).role == "common" for seed in plan.seeds)
        for _, plan in plans
        if isinstance(plan, FindingPlan)
    ]
    assert sum(following) == sum(finding) == 30
    assert max(finding) == 1


def test_the_other_query_entities_are_rare(
    plans: Plans,
    blueprint: Blueprint,
    parameters: SyntheticParameters,
    passages_with: dict[str, set[int]],
) -> None:
    for _, plan in plans:
        seeds = plan.seeds if isinstance(plan, FindingPlan) else (plan.seed,)
        for seed in seeds:
            if blueprint.world.kind_of(seed).role == "specific":
                forms = map(normalize_clean, blueprint.world.forms[seed])
                named = set().union(*(passages_with[form] for form in forms))
                assert len(named) <= parameters.rare_mentions


def test_questions_are_distinct_and_read_as_questions(plans: Plans) -> None:
    texts = [question.text for question, _ in plans]
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text.endswith("?")
        assert text.split()[0] in {"Which", "Who", "Whom", "What", "Whose"}
        assert not set(text) & set("_{}|\t\n")
        assert "  " not in text
        assert ",?" not in text
        assert not re.search(r"\b(\w+) \1\b", text)


def test_most_relations_are_asked_for() -> None:
    from hippo_exp.pathfinding.corpus import draft_corpus

    drawn = draft_corpus(SyntheticParameters(n_questions=600))
    used = {int(drawn.facts.relation[fact]) for plan in drawn.plans for fact in plan.facts}
    assert len(used) > 0.7 * len(SCHEMA.relations)
