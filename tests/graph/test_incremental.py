"""An index that changes against a build from scratch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from incremental_cases import (
    PHRASES,
    assert_same,
    letter_vectors,
    passage,
    rebuilt,
    rules,
    sparse_letter_vectors,
)

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph.incremental import (
    Change,
    IncrementalIndex,
    IndexedPassage,
    IndexRules,
    SynonymyRule,
)
from hippo_exp.types import Vectors

Encode = Callable[[Sequence[str]], Vectors]

RULE = SynonymyRule(threshold=0.6, max_neighbors=3)
FACTS = st.tuples(
    st.sampled_from([*PHRASES, "!"]), st.sampled_from("rs"), st.sampled_from([*PHRASES, "!"])
)
ROWS = st.lists(FACTS | st.lists(st.sampled_from(PHRASES), max_size=4).map(tuple), max_size=5)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(st.tuples(ROWS, st.sampled_from(PHRASES)), max_size=3)),
        st.tuples(st.just("remove"), st.lists(st.integers(0, 30), max_size=3)),
    ),
    max_size=8,
)


@pytest.mark.parametrize("encode", [letter_vectors, sparse_letter_vectors])
@pytest.mark.parametrize("paper", [True, False])
@given(changes=CHANGES, matrix=st.sampled_from(["fact_count", "binary", "mentions"]))
@settings(max_examples=60, deadline=None)
def test_any_sequence_of_changes_equals_a_rebuild(
    encode: Encode, paper: bool, changes: list[tuple[str, list]], matrix: str
) -> None:
    how = rules(RULE, paper=paper, keep_empty=paper, matrix=matrix)
    index = IncrementalIndex(how, encode)
    there: dict[str, IndexedPassage] = {}
    number = 0
    for kind, values in changes:
        if kind == "add":
            new = [passage(f"p{number + n}", rows, text) for n, (rows, text) in enumerate(values)]
            number += len(new)
            index.add(new)
            there |= {item.id: item for item in new}
        else:
            ids = list(dict.fromkeys(list(there)[value % len(there)] for value in values if there))
            index.remove(ids)
            there = {name: item for name, item in there.items() if name not in ids}
        assert index.passage_ids == tuple(there)
        assert_same(index.graph(), rebuilt(list(there.values()), how, encode))
        backwards = list(reversed(there))
        expected = rebuilt([there[name] for name in backwards], how, encode)
        assert_same(index.graph(backwards), expected)
    vectors, again = index.node_vectors(), encode(index.graph().nodes)
    for rows in (vectors, again):
        assert rows.dtype == np.float32
    dense = [v if isinstance(v, np.ndarray) else v.toarray() for v in (vectors, again)]
    assert np.array_equal(*dense)


STAR = [passage(phrase, [[phrase, "is", phrase]]) for phrase in ("aaa", "aab", "aac", "aba", "baa")]
"""Five phrases of which the first has a cosine of 2 / 3 with each of the others."""


def neighbors(index: IncrementalIndex, phrase: str) -> list[str]:
    return sorted(index.neighbors(phrase))


def test_a_removal_lets_the_next_best_in() -> None:
    one_way = rules(SynonymyRule(threshold=0.6, max_neighbors=2), paper=True)
    index = IncrementalIndex(one_way, letter_vectors)
    index.add(STAR)
    # aab and aac are each other's synonyms too; aaa keeps the first two in code-point order.
    assert index.graph().counts["synonymy_edges"] == 2 + 2 + 2 + 1 + 1
    assert index.neighbors("aaa") == pytest.approx(
        {"aab": 4 / 3, "aac": 4 / 3, "aba": 2 / 3, "baa": 2 / 3}, abs=1e-6
    )
    change = index.remove(["aab"])
    assert change == Change(1, 0, 1, 1, change.pairs, searched=2)  # aaa and aac were full
    assert index.neighbors("aaa") == pytest.approx(
        {"aac": 4 / 3, "aba": 4 / 3, "baa": 2 / 3}, abs=1e-6
    )


def test_a_better_neighbour_drives_the_worst_out() -> None:
    how = rules(SynonymyRule(threshold=0.6, max_neighbors=1), paper=True)
    index = IncrementalIndex(how, letter_vectors)
    index.add([STAR[0], STAR[4]])
    assert index.neighbors("aaa") == pytest.approx({"baa": 4 / 3}, abs=1e-6)
    index.add([STAR[1]])  # as near as baa, and before it in code-point order
    assert index.neighbors("aaa") == pytest.approx({"aab": 4 / 3, "baa": 2 / 3}, abs=1e-6)
    index.add([passage("long", [["aaa x", "is", "aaa x"]])])
    assert index.neighbors("aaa")["aaa x"] == pytest.approx(2, abs=1e-6)
    assert index.neighbors("aab") == pytest.approx({"aaa": 2 / 3}, abs=1e-6)


def test_the_last_passage_of_a_phrase_takes_its_node_along() -> None:
    index = IncrementalIndex(rules(RULE), letter_vectors)
    index.add([passage("p", [["aaa", "r", "bcb"]]), passage("q", [["aaa", "r", "aab"]])])
    assert neighbors(index, "aaa") == ["aab", "bcb"]
    assert (index.specificity("aaa"), index.specificity("aab")) == (0.5, 1)
    assert index.passage("q") == {"aaa": 1, "aab": 1}
    index.remove(["q"])
    assert index.specificity("aaa") == 1
    assert neighbors(index, "aaa") == ["bcb"]
    with pytest.raises(GraphError, match="no node of this phrase is in the index \\['aab'\\]"):
        index.neighbors("aab")
    index.remove(["p"])
    assert (index.n_nodes, index.passage_ids) == (0, ())
    assert index.graph().counts["passages"] == 0


def test_only_the_change_is_touched() -> None:
    """The same passages added to a small and to a large index touch the same things."""
    far = [passage(f"far {n}", [[f"c{n}cccc", "r", f"c{n}c"]]) for n in range(60)]
    changes = []
    for corpus in (far[:3], far):
        index = IncrementalIndex(rules(RULE), letter_vectors)
        index.add(corpus)
        added = index.add(STAR)
        changes.append((added, index.remove(["aaa", "aab"])))
    assert changes[0] == changes[1]
    assert changes[0][0] == Change(5, 5, 0, 5, pairs=5, searched=5)


@pytest.mark.parametrize("encode", [letter_vectors, sparse_letter_vectors])
def test_an_index_is_taken_over_as_it_is(encode: Encode) -> None:
    from hippo_exp.graph import collect_facts, find_synonyms
    from hippo_exp.types import Extraction

    records = tuple(item.extraction for item in STAR)
    facts = collect_facts(Extraction("", records, ""), str, keep_empty=False)
    found = find_synonyms(encode(facts.nodes), facts.nodes, threshold=0.6, max_neighbors=3)
    how = rules(RULE)

    def refuse(phrases: Sequence[str]) -> Vectors:
        raise AssertionError(phrases)

    given_parts = {"nodes": facts.nodes, "vectors": encode(facts.nodes), "synonyms": found}
    index = IncrementalIndex.from_index(how, STAR, **given_parts, encode=refuse)
    assert_same(index.graph(), rebuilt(STAR, how, encode))
    index.remove(["aac"])
    assert_same(index.graph(), rebuilt([*STAR[:2], *STAR[3:]], how, encode))
    with pytest.raises(GraphError, match="5 nodes are not the 4 of these passages"):
        IncrementalIndex.from_index(how, STAR[1:], **given_parts, encode=refuse)
    with pytest.raises(ConfigError, match="synonymy edges are given"):
        IncrementalIndex.from_index(rules(None), STAR, **given_parts, encode=refuse)


def test_without_synonymy_no_encoder_is_needed() -> None:
    how = rules(None)
    index = IncrementalIndex(how)
    index.add(STAR)
    index.remove(["aab"])
    left = [STAR[0], *STAR[2:]]
    assert_same(index.graph(), rebuilt(left, how, letter_vectors))
    with pytest.raises(GraphError, match="no vectors are kept"):
        index.node_vectors()
    kept = IncrementalIndex(how, letter_vectors)
    kept.add(STAR)
    assert kept.add([]) == Change(0, 0, 0, 0, 0, 0)
    assert np.array_equal(kept.node_vectors(), letter_vectors(kept.graph().nodes))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda index: index.add([STAR[0]]), "a passage of this id is in the index ['aaa']"),
        (lambda index: index.add([passage("x", []), passage("x", [])]), "named twice ['x']"),
        (lambda index: index.remove(["aab"]), "no passage of this id is in the index ['aab']"),
        (lambda index: index.remove(["aaa", "aaa"]), "named twice ['aaa']"),
        (lambda index: index.add([passage("x", [["zzz", "r", "aba"]])]), "a vector of norm nan"),
        (lambda index: index.graph([]), "0 of 1 passages are named"),
        (lambda index: index.graph(["x"]), "no passage of this id is in the index ['x']"),
    ],
)
def test_a_refused_change_changes_nothing(
    change: Callable[[IncrementalIndex], object], message: str
) -> None:
    def encode(phrases: Sequence[str]) -> Vectors:
        vectors = letter_vectors(phrases)
        vectors[[phrase == "zzz" for phrase in phrases]] = np.nan
        return vectors

    index = IncrementalIndex(rules(RULE), encode)
    index.add(STAR[:1])
    with pytest.raises(GraphError) as raised:
        change(index)
    assert message in str(raised.value)
    assert_same(index.graph(), rebuilt(STAR[:1], rules(RULE), letter_vectors))


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (rules(SynonymyRule(threshold=1e-9, max_neighbors=3)), "cannot be told from 0"),
        (rules(SynonymyRule(threshold=0.8, max_neighbors=0)), "max_neighbors"),
        (rules(RULE), "synonymy edges need vectors"),
    ],
)
def test_rules_out_of_range(how: IndexRules, message: str) -> None:
    encode = None if "vectors" in message else letter_vectors
    with pytest.raises(ConfigError, match=message):
        IncrementalIndex(how, encode)
