"""The class of a question: hand-made cases, laws, a second implementation, the generator."""

from __future__ import annotations

import pytest
from class_cases import CASES, ILLNESS, UNIVERSITY, Small, facts_of
from class_reference import Facts, by_definition
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.pathfinding.classes import (
    Case,
    Classified,
    ClassRules,
    FactCorpus,
    classify,
    merged_identity,
    named_only,
)
from hippo_exp.pathfinding.corpus import SyntheticParameters, generate_corpus
from hippo_exp.text import normalize_clean

NAMES = "abcdefgh"
FACT = st.tuples(st.sampled_from(NAMES), st.sampled_from("rs"), st.sampled_from(NAMES))
FACTS = st.lists(st.lists(FACT, max_size=4), min_size=2, max_size=7)
GOLD = st.lists(st.integers(0, 1), min_size=1, max_size=2, unique=True)
ASKED = st.lists(st.sampled_from(NAMES), max_size=3, unique=True)
RULES = st.builds(
    ClassRules,
    many=st.integers(2, 3),
    within=st.integers(1, 3),
    relations=st.sampled_from(["as_asked", "any"]),
)


def decide(facts: Facts, asked: list[str], gold: list[int], rules: ClassRules) -> Classified:
    return classify(FactCorpus(facts, identity=str), Case(asked, gold), rules)


@pytest.mark.parametrize("small", CASES, ids=[case.name for case in CASES])
def test_a_small_case(small: Small) -> None:
    found = classify(small.corpus, small.case, small.rules)
    assert found.label == small.label, found
    assert bool(found.reason) == (small.label == "neither")
    assert small.reason in found.reason
    if small.label == "path_finding":
        assert found.finding.meeting == small.evidence
        assert len(found.finding.facts) == len(found.finding.seeds)
    if small.label == "path_following":
        assert found.following.order == small.evidence


def test_there_are_enough_cases_of_each_class() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 30
    for label in ("path_finding", "path_following", "neither"):
        assert sum(case.label == label for case in CASES) >= 6


def test_the_evidence_holds_counts_and_the_passage_that_names_two_seeds() -> None:
    facts = [facts_of(text) for text in (UNIVERSITY, ILLNESS, "Gout > seen at > Stanford")]
    corpus = FactCorpus(facts, identity=normalize_clean)
    found = classify(corpus, Case(("Stanford", "Gout", "Nobody"), (0, 1))).finding
    assert found.continuations == (("stanford", 4), ("gout", 4), ("nobody", 0))
    assert found.seeds == ("stanford", "gout")
    assert found.together == 2


def test_both_definitions_may_hold_and_path_finding_names_the_class() -> None:
    small = next(case for case in CASES if case.name.startswith("the paper's example"))
    found = classify(small.corpus, small.case)
    assert found.finding.holds
    assert found.following.holds
    assert found.label == "path_finding"


@pytest.mark.parametrize("values", [{"many": 1}, {"within": 0}, {"within": 7}])
def test_rules_out_of_range_are_refused(values: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match="out of range"):
        ClassRules(**values)  # type: ignore[arg-type]


def test_gold_outside_the_corpus_is_refused() -> None:
    corpus = FactCorpus([[("a", "r", "b")]], identity=str)
    with pytest.raises(DataError, match="corpus of 1 passages"):
        classify(corpus, Case(("a",), (1,)))


def test_groups_are_joined_where_all_are_alike_the_most_alike_first() -> None:
    pairs = [("C", "B", 0.9), ("B", "a", 0.8), ("X", "x", 1.0), ("", "y", 1.0)]
    chain = merged_identity(normalize_clean, pairs)
    assert [chain(name) for name in "abcxyz"] == ["a", "b", "b", "x", "y", "z"]
    whole = merged_identity(normalize_clean, [*pairs, ("a", "C", 0.8)], {"z": "B"})
    assert [whole(name) for name in "abcxyz"] == ["a", "a", "a", "x", "y", "a"]


@settings(max_examples=100, deadline=None)
@given(
    likeness=st.dictionaries(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), st.floats(0.1, 1.0)
    )
)
def test_all_phrases_of_an_entity_are_alike(likeness: dict[tuple[str, str], float]) -> None:
    pairs = [(one, other, value) for (one, other), value in likeness.items()]
    same = merged_identity(str, pairs)
    turned = merged_identity(str, [(other, one, value) for one, other, value in reversed(pairs)])
    for one in "abcdef":
        assert same(one) == turned(one) <= one
        for other in "abcdef":
            alike = (one, other) in likeness or (other, one) in likeness
            assert same(one) != same(other) or one == other or alike


@pytest.mark.parametrize(
    ("phrase", "is_entity"),
    [("1990", False), ("12 June 1885", False), ("the 1990s", True), ("21st", False), ("", False),
     ("May", False), ("May Day", True), ("Boeing 747", True)],
)  # fmt: skip
def test_numbers_and_dates_name_no_entity(phrase: str, is_entity: bool) -> None:
    assert bool(named_only(normalize_clean)(phrase)) == is_entity


@settings(max_examples=100, deadline=None)
@given(facts=FACTS, asked=ASKED, gold=GOLD, rules=RULES, names=st.permutations(NAMES))
def test_names_do_not_matter(
    facts: Facts, asked: list[str], gold: list[int], rules: ClassRules, names: list[str]
) -> None:
    other = dict(zip(NAMES, names, strict=True))
    renamed = [[(other[s], r, other[o]) for s, r, o in part] for part in facts]
    before = decide(facts, asked, gold, rules)
    after = decide(renamed, [other[name] for name in asked], gold, rules)
    assert after.label == before.label
    assert sorted(after.following.order) == sorted(before.following.order)
    assert after.finding.holds == before.finding.holds
    assert sorted(after.finding.meeting) == sorted(other[name] for name in before.finding.meeting)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), facts=FACTS, asked=ASKED, gold=GOLD, rules=RULES)
def test_the_order_of_passages_does_not_matter(
    data: st.DataObject, facts: Facts, asked: list[str], gold: list[int], rules: ClassRules
) -> None:
    order = data.draw(st.permutations(range(len(facts))))
    moved = [facts[place] for place in order]
    after = decide(moved, asked[::-1], [order.index(place) for place in gold], rules)
    before = decide(facts, asked, gold, rules)
    assert after.label == before.label
    assert after.following.holds == before.following.holds


@settings(max_examples=100, deadline=None)
@given(facts=FACTS, asked=ASKED, gold=GOLD, rules=RULES)
def test_a_passage_that_names_the_seeds_ends_path_finding(
    facts: Facts, asked: list[str], gold: list[int], rules: ClassRules
) -> None:
    found = decide(facts, asked, gold, rules).finding
    if len(found.seeds) >= 2:
        one, other = found.seeds[:2]
        assert not decide([*facts, [(one, "t", other)]], asked, gold, rules).finding.holds


@settings(max_examples=100, deadline=None)
@given(facts=FACTS, asked=ASKED, gold=GOLD, rules=RULES)
def test_a_passage_about_others_changes_nothing(
    facts: Facts, asked: list[str], gold: list[int], rules: ClassRules
) -> None:
    assert decide([*facts, [("y", "r", "z")]], asked, gold, rules) == decide(
        facts, asked, gold, rules
    )


@settings(max_examples=200, deadline=None)
@given(facts=FACTS, asked=ASKED, gold=GOLD, rules=RULES)
def test_a_second_implementation_agrees(
    facts: Facts, asked: list[str], gold: list[int], rules: ClassRules
) -> None:
    rules = ClassRules(rules.many, rules.within, "any")
    assert decide(facts, asked, gold, rules).label == by_definition(facts, asked, gold, rules)


def test_the_generators_questions_are_what_it_says_they_are() -> None:
    """On the facts that the passages state, without faults of extraction and variants of names."""
    faults = ("missing_facts", "spurious_facts", "malformed_rows", "failed_passages")
    off = dict.fromkeys((*faults, "literal_facts", "variant_rate", "query_variant_rate"), 0.0)
    made = generate_corpus(SyntheticParameters(n_passages=1200, n_questions=120, seed=5, **off))  # type: ignore[arg-type]
    place = {key: number for number, key in enumerate(made.dataset.match_keys)}
    corpus = FactCorpus(
        [[(s, r, o) for s, r, o in item.rows] for item in made.extraction.passages],
        identity=normalize_clean,
        named=[item.entities for item in made.extraction.passages],
        relation=normalize_clean,
    )
    rules = ClassRules(many=4, within=2)
    for question in made.dataset.questions:
        gold = [place[key] for key in question.gold]
        asked = question.entities or ()
        assert classify(corpus, Case(asked, gold), rules).label == question.kind, question.text
        found = classify(corpus, Case(asked, gold, question.answers), rules)
        assert found.label == question.kind, question.text
        if found.finding.holds:
            assert found.finding.meeting[0] in map(normalize_clean, question.answers)
            assert sum(found.finding.facts) == question.hops
