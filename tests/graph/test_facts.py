from __future__ import annotations

from collections import Counter

import numpy as np
from graph_cases import ascii_phrase, extraction
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.graph import collect_facts
from hippo_exp.types import Triple


def test_facts_are_distinct_sorted_and_joined_with_passages() -> None:
    table = collect_facts(
        extraction(
            [["Ada", "wrote", "Notes"], ["ada", "WROTE", "notes!"], ["Ada", "met", "Babbage"]],
            [],
            [["Ada", "met", "Babbage"]],
        ),
        ascii_phrase,
        keep_empty=False,
    )
    assert table.nodes == ("ada", "babbage", "notes")
    assert table.facts == (Triple("ada", "met", "babbage"), Triple("ada", "wrote", "notes"))
    assert table.fact_ends.tolist() == [[0, 1], [0, 2]]
    assert table.fact_ends.dtype == np.int64
    assert table.passage_facts.toarray().tolist() == [[1, 1], [0, 0], [1, 0]]
    assert table.occurrences.tolist() == [2, 2]
    assert table.counts == {
        "passages": 3,
        "passages_without_facts": 1,
        "rows": 4,
        "kept": 4,
        "dropped_wrong_arity": 0,
        "dropped_wrong_type": 0,
        "dropped_empty_phrase": 0,
        "empty_phrases": 0,
        "self_loops": 0,
        "distinct_relations": 2,
    }


def test_rows_of_another_arity_are_dropped_and_counted_by_arity() -> None:
    rows = [["a", "b"], ["a", "b"], ["a", "r", "b"], ["a", "r", "b", "c"], [], ["x"]]
    table = collect_facts(extraction(rows), ascii_phrase, keep_empty=True)
    assert table.facts == (Triple("a", "r", "b"),)
    dropped = {name: n for name, n in table.counts.items() if name.startswith("dropped_arity")}
    assert dropped == {
        "dropped_arity_0": 1,
        "dropped_arity_1": 1,
        "dropped_arity_2": 2,
        "dropped_arity_4": 1,
    }
    assert table.counts["dropped_wrong_arity"] == 5


def test_empty_phrase_is_a_node_or_a_counted_drop() -> None:
    rows = [["Москва", "in", "Россия"], ["東京", "in", "Asia"], ["a", "???", "b"]]
    kept = collect_facts(extraction(rows), ascii_phrase, keep_empty=True)
    assert kept.nodes == ("", "a", "asia", "b")
    assert kept.counts["empty_phrases"] == 3
    assert kept.counts["self_loops"] == 1
    assert kept.counts["dropped_empty_phrase"] == 0
    clean = collect_facts(extraction(rows), ascii_phrase, keep_empty=False)
    assert clean.nodes == ("a", "b")
    assert clean.facts == (Triple("a", "", "b"),)  # an empty relation makes no node
    assert clean.counts["dropped_empty_phrase"] == 2
    assert clean.counts["empty_phrases"] == 0
    assert clean.counts["self_loops"] == 0


def test_the_normaliser_sees_each_distinct_part_once() -> None:
    calls: Counter[str] = Counter()

    def normalize(text: str) -> str:
        calls[text] += 1
        return text.lower()

    collect_facts(extraction([["A", "r", "B"], ["B", "r", "A"]]), normalize, keep_empty=True)
    assert calls == {"A": 1, "r": 1, "B": 1}


def test_no_passages_and_no_facts() -> None:
    for given_rows in ([], [[]], [[["only", "two"]]]):
        table = collect_facts(extraction(*given_rows), ascii_phrase, keep_empty=True)
        assert table.nodes == ()
        assert table.facts == ()
        assert table.fact_ends.shape == (0, 2)
        assert table.passage_facts.shape == (len(given_rows), 0)
        assert table.counts["passages_without_facts"] == len(given_rows)


part = st.text(alphabet="aB .", max_size=3)
passages = st.lists(st.lists(st.lists(part, max_size=5), max_size=6), max_size=5)


@settings(deadline=None)
@given(passages, st.booleans())
def test_table_against_a_direct_reading(rows: list[list[list[str]]], keep_empty: bool) -> None:
    table = collect_facts(extraction(*rows), ascii_phrase, keep_empty=keep_empty)
    kept = [
        (position, tuple(map(ascii_phrase, row)))
        for position, passage in enumerate(rows)
        for row in passage
        if len(row) == 3
    ]
    if not keep_empty:
        kept = [(position, fact) for position, fact in kept if fact[0] and fact[2]]
    occurrences = Counter(fact for _, fact in kept)
    assert [tuple(fact) for fact in table.facts] == sorted(occurrences)
    assert table.occurrences.tolist() == [occurrences[fact] for fact in sorted(occurrences)]
    assert list(table.nodes) == sorted({end for _, fact in kept for end in (fact[0], fact[2])})
    named = [(table.nodes[s], table.nodes[o]) for s, o in table.fact_ends]
    assert named == [(fact.subject, fact.object) for fact in table.facts]
    for position in range(len(rows)):
        stated = {fact for at, fact in kept if at == position}
        row = table.passage_facts[[position]].toarray()[0]
        assert row.tolist() == [float(fact in stated) for fact in map(tuple, table.facts)]
    counts = table.counts
    dropped = counts["dropped_wrong_arity"] + counts["dropped_empty_phrase"]
    assert counts["rows"] == sum(map(len, rows)) == counts["kept"] + dropped
    assert counts["kept"] == len(kept)
    assert counts["self_loops"] == sum(fact[0] == fact[2] for _, fact in kept)
