"""Entities, facts and the passages that state them."""

from __future__ import annotations

import dataclasses
import string

import numpy as np
import pytest

from hippo_exp.pathfinding.corpus import SCHEMA, Blueprint, SyntheticParameters, draft_corpus
from hippo_exp.pathfinding.corpus.statements import MAX_INVERSE


def test_the_schema_is_closed() -> None:
    keys = [kind.key for kind in SCHEMA.types]
    assert len(set(keys)) == len(keys)
    names = [relation.key for relation in SCHEMA.relations]
    assert len(set(names)) == len(names)
    for relation in SCHEMA.relations:
        subject = SCHEMA.types[SCHEMA.type_index(relation.subject)]
        assert relation.section in subject.sections
        assert not (relation.inverse and SCHEMA.is_common(relation))
        if relation.inverse:
            assert (
                relation.object_section in SCHEMA.types[SCHEMA.type_index(relation.object)].sections
            )


def test_templates_have_the_slots_that_they_need() -> None:
    def slots(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}

    for relation in SCHEMA.relations:
        for wording in filter(None, (relation.forward, relation.inverse)):
            assert all("o" in slots(p) and slots(p) <= {"o", "y", "b"} for p in wording.predicates)
            assert slots(wording.clause) == {"x"}
            assert slots(wording.np) == slots(wording.ask) == ({"x"} if wording.np else set())
            assert slots(wording.noun) <= {"x"}
        assert slots(relation.qualifier) in (set(), {"x", "o"})
        assert bool(relation.qualifier) <= SCHEMA.is_common(relation)


def test_facts_fit_the_schema(blueprint: Blueprint) -> None:
    world, facts = blueprint.world, blueprint.facts
    assert (facts.subject != facts.object).all()
    kinds = [kind.key for kind in SCHEMA.types]
    for s, r, o in zip(facts.subject, facts.relation, facts.object, strict=True):
        relation = SCHEMA.relations[r]
        assert world.kind_of(int(s)).key == relation.subject
        assert world.kind_of(int(o)).key == relation.object or not relation.object
    pairs = [
        (s, r)
        for s, r in zip(facts.subject.tolist(), facts.relation.tolist(), strict=True)
        if SCHEMA.relations[r].object
    ]
    assert len(set(pairs)) == len(pairs)
    assert len(kinds) == len(world.starts) - 1


def test_every_passage_states_a_fact_and_every_fact_is_stated(blueprint: Blueprint) -> None:
    statements = blueprint.statements
    assert (np.diff(statements.bounds) >= 1).all()
    assert set(statements.fact.tolist()) == set(range(len(blueprint.facts)))


def test_statements_stand_where_their_direction_says(blueprint: Blueprint) -> None:
    statements, facts = blueprint.statements, blueprint.facts
    subject_of_passage = blueprint.world.subjects[statements.passage]
    near = np.where(
        statements.inverse, facts.object[statements.fact], facts.subject[statements.fact]
    )
    assert (subject_of_passage == near).all()
    inverse = np.bincount(statements.passage[statements.inverse])
    assert inverse.max() == MAX_INVERSE


def test_homes_are_the_only_passages_of_their_facts(blueprint: Blueprint) -> None:
    statements = blueprint.statements
    times = np.bincount(statements.fact, minlength=len(blueprint.facts))
    assert ((statements.homes >= 0) == (times == 1)).all()
    alone = statements.homes[statements.fact] >= 0
    assert (statements.homes[statements.fact][alone] == statements.passage[alone]).all()
    assert set(times.tolist()) == {1, 2}


def test_minor_entities_have_no_passage_but_are_named(blueprint: Blueprint) -> None:
    minor = np.flatnonzero(blueprint.world.first_passage < 0)
    assert not set(minor.tolist()) & set(blueprint.world.subjects.tolist())
    specific = blueprint.world.specific_entities()
    assert len(minor) / len(specific) == pytest.approx(0.5, abs=0.02)
    assert np.isin(minor, blueprint.facts.object).mean() > 0.3


def mean_mentions_of_common_entities(drawn: Blueprint) -> float:
    kinds = drawn.world.type_of(drawn.facts.object[drawn.statements.fact])
    common = np.array([kind.role == "common" for kind in SCHEMA.types])
    held = common[kinds]
    pairs = {
        *zip(
            drawn.facts.object[drawn.statements.fact][held].tolist(),
            drawn.statements.passage[held].tolist(),
            strict=True,
        )
    }
    return len(pairs) / len({entity for entity, _ in pairs})


@pytest.mark.parametrize("degree", [40, 160])
def test_common_entities_are_named_as_often_as_asked(degree: int) -> None:
    drawn = draft_corpus(SyntheticParameters(n_passages=6000, n_questions=10, hub_degree=degree))
    assert mean_mentions_of_common_entities(drawn) == pytest.approx(degree, rel=0.25)


def test_facts_per_passage_is_the_mean() -> None:
    """Of specific facts about the subject, before the caps by few relations."""
    base = SyntheticParameters(n_passages=3000, n_questions=10, list_share=0.0)
    for wanted in (2.0, 2.5):
        drawn = draft_corpus(dataclasses.replace(base, facts_per_passage=wanted))
        kinds = drawn.world.type_of(drawn.facts.object)
        common = np.array([kind.role == "common" for kind in SCHEMA.types])[kinds]
        assert (~common).sum() / 3000 == pytest.approx(wanted, abs=0.25)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_inverse_and_restated_shares(share: float) -> None:
    base = SyntheticParameters(n_passages=2000, n_questions=1, hub_mentions=0.0, hub_share=0.0)
    moved = draft_corpus(dataclasses.replace(base, inverse_share=share, restated_share=0.0))
    assert (moved.statements.homes >= 0).all()
    assert bool(moved.statements.inverse.any()) == (share > 0)
    twice = draft_corpus(dataclasses.replace(base, inverse_share=0.0, restated_share=share))
    assert bool((twice.statements.homes < 0).any()) == (share > 0)
