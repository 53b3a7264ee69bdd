"""Toy cases in which the class of a missed question is certain, and the traps between classes."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from error_cases import CORPUS, changed, diagnosed, entity, index_of, only
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import DataError
from hippo_exp.evaluation.errors import QueryEntity, diagnose, missing_keys
from hippo_exp.types import Question, Triple

CHAIN = ("Hort", "Montebello", "Rockland")


def test_facts_are_there_and_the_ranking_is_to_blame() -> None:
    index = index_of(CORPUS)
    question = Question("q", "Where?", ("Hort", "Montebello"))
    found = diagnose(index, question, [entity(index, "erik hort")], {"Montebello": 7})
    item = only(found)
    assert (found.cause, item.evidence, item.phrase) == ("ppr", "ranked_below", "montebello")
    assert item.fact == Triple("montebello", "is in", "rockland county")
    assert (item.passage, item.origin, item.target, item.rank) == (1, 0, 1, 7)


def test_a_chain_of_gold_passages_is_followed_to_its_end() -> None:
    index = index_of(CORPUS)
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Rockland"], gold=CHAIN))
    assert (item.cause, item.phrase, item.origin) == ("ppr", "rockland county", 1)


def test_no_path_outside_the_gold_passages_is_followed() -> None:
    """Erik Hort is joined to Montebello by a passage that is not gold: the gold facts lack it."""
    rows = changed(Hort=[("Erik Hort", "plays", "football")], Other=CORPUS["Hort"][1])
    index = index_of(rows)
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Montebello"]))
    assert (item.cause, item.evidence) == ("openie", "bridge_in_no_fact")


def test_a_bridge_that_was_not_extracted() -> None:
    index = index_of(changed(Hort=[("Erik Hort", "born", "somewhere")]))
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Montebello"]))
    assert (item.cause, item.evidence, item.phrase) == ("openie", "bridge_in_no_fact", "montebello")
    assert (item.origin, item.target) == (0, 1)


def test_a_bridge_that_no_fact_has_is_known_by_its_name() -> None:
    """Neither passage has Montebello in a fact; the extraction's named entities have it."""
    rows = changed(Hort=[("Erik Hort", "plays", "x")], Montebello=[("village", "is in", "y")])
    item = only(diagnosed(index_of(rows), [entity(index_of(rows), "erik hort")], ["Montebello"]))
    assert (item.cause, item.evidence, item.phrase) == ("openie", "no_common_phrase", "")
    index = index_of(rows, names={"Montebello": ["Montebello"]})
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Montebello"]))
    assert (item.evidence, item.phrase) == ("bridge_in_no_fact", "montebello")


def test_years_in_both_texts_are_no_bridge() -> None:
    corpus = {
        "A": ("Ada won in 1920.", [("Ada", "won", "a prize")]),
        "B": ("Bo died in 1920.", [("Bo", "died in", "1920")]),
    }
    index = index_of(corpus)
    item = only(diagnosed(index, [entity(index, "ada")], ["B"], gold=("A", "B")))
    assert (item.cause, item.evidence) == ("openie", "no_common_phrase")


def test_a_gold_passage_without_any_fact() -> None:
    index = index_of(changed(Montebello=[]))
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Montebello"]))
    assert (item.cause, item.evidence, item.phrase) == ("openie", "bridge_in_no_fact", "montebello")


def test_the_query_entity_stands_in_the_text_and_in_no_fact() -> None:
    """The node erik hort exists elsewhere, so that the entity is linked to exactly itself."""
    index = index_of(changed(Hort=[], Other=[("Erik Hort", "sings in", "Oslo")]))
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Hort"]))
    assert (item.cause, item.evidence, item.phrase) == ("openie", "entity_in_no_fact", "erik hort")
    assert (item.origin, item.target) == (None, 0)


def test_the_fault_of_the_first_passage_is_that_of_all_behind_it() -> None:
    index = index_of(changed(Hort=[]))
    found = diagnosed(index, [entity(index, "erik hort")], ["Hort", "Montebello"])
    assert [item.evidence for item in found.missing] == ["entity_in_no_fact"] * 2
    assert [item.target for item in found.missing] == [0, 0]


def test_an_entity_linked_to_a_wrong_node() -> None:
    index = index_of(CORPUS)
    item = only(diagnosed(index, [entity(index, "a  hort", "anna hort")], ["Hort"]))
    assert (item.cause, item.evidence) == ("ner", "entity_elsewhere")
    assert item.phrase == "a  hort → anna hort"
    assert (item.origin, item.target, item.fact) == (None, None, None)


SMITH = {
    "Film": (
        "Mr Smith goes to Washington, with Jean.",
        [("Mr Smith goes to Washington", "is", "film")],
    ),
    "Cast": ("Ada plays Jean.", [("Ada", "plays", "a part")]),
    "Other": ("Mr and Mrs Smith.", [("Mr and Mrs Smith", "is", "series")]),
}


def test_an_entity_that_is_a_part_of_a_node_and_linked_elsewhere() -> None:
    index = index_of(SMITH)
    asked = [entity(index, "mr smith", "mr and mrs smith")]
    item = only(diagnosed(index, asked, ["Film"], gold=("Film", "Cast")))
    assert (item.cause, item.evidence, item.phrase) == ("ner", "linked_elsewhere", "mr smith")
    assert (item.origin, item.target) == (None, 0)


def test_a_bridge_from_a_passage_that_is_reached_counts_before_a_part_of_a_node() -> None:
    index = index_of(SMITH, names={"Film": ["Jean"]})
    asked = [entity(index, "mr smith", "mr and mrs smith"), entity(index, "ada")]
    item = only(diagnosed(index, asked, ["Film"], gold=("Film", "Cast")))
    assert (item.cause, item.evidence, item.phrase) == ("openie", "bridge_in_no_fact", "jean")


def test_an_entity_in_no_fact_counts_before_a_bridge() -> None:
    index = index_of(
        changed(Hort=[("x", "y", "z")], Montebello=[], Other=[("Montebello", "in", "Oslo")])
    )
    asked = [entity(index, "x"), entity(index, "montebello")]
    item = only(diagnosed(index, asked, ["Montebello"]))
    assert (item.cause, item.evidence, item.phrase) == ("openie", "entity_in_no_fact", "montebello")


def test_a_wrong_link_to_a_gold_node_is_still_reached() -> None:
    """What counts is where the search starts, not what the entity meant."""
    index = index_of(CORPUS)
    found = diagnosed(index, [entity(index, "someone", "erik hort")], ["Montebello"])
    assert found.cause == "ppr"


@pytest.mark.parametrize("text", ["In which county?", ""])
def test_a_question_without_entities(text: str) -> None:
    item = only(diagnosed(index_of(CORPUS), [], ["Hort"], text=text))
    assert (item.cause, item.evidence, item.phrase) == ("ner", "no_entity", "")


def test_an_entity_that_no_node_is_near() -> None:
    item = only(diagnosed(index_of(CORPUS), [QueryEntity("", -1), QueryEntity("zz", -1)], ["Hort"]))
    assert (item.evidence, item.phrase) == ("entity_elsewhere", "(empty) → no node; zz → no node")


def test_the_question_names_a_node_that_query_ner_left_out() -> None:
    corpus = {
        "A": ("Ada wrote notes.", [("Ada", "wrote", "notes")]),
        "B": ("Bergen has a harbour.", [("Bergen", "has", "harbour")]),
    }
    index = index_of(corpus)
    asked = {"gold": ("A", "B"), "text": "What has Bergen, where Ada wrote?"}
    item = only(diagnosed(index, [entity(index, "ada")], ["B"], **asked))
    assert (item.cause, item.evidence, item.phrase) == ("ner", "named_not_linked", "bergen")
    assert item.target == 1
    asked["text"] = "What has Bergenhus, where Ada wrote?"  # words, not letters
    assert diagnosed(index, [entity(index, "ada")], ["B"], **asked).cause == "openie"


def test_a_named_node_brings_the_passages_behind_it() -> None:
    """Montebello is named and not linked; Rockland is two facts on."""
    index = index_of(changed(Hort=[("Erik Hort", "plays", "football")]))
    asked = {"gold": CHAIN, "text": "Who of Montebello?"}
    item = only(diagnosed(index, [entity(index, "erik hort")], ["Rockland"], **asked))
    assert (item.cause, item.phrase, item.target) == ("ner", "montebello", 1)


def test_a_named_node_is_not_needed_where_the_facts_lead_there() -> None:
    index = index_of(CORPUS)
    text = "Is Montebello the place?"
    found = diagnosed(index, [entity(index, "erik hort")], ["Montebello"], text=text)
    assert found.cause == "ppr"


def test_two_gold_passages_of_which_one_is_found() -> None:
    index = index_of(changed(Hort=[("Erik Hort", "born", "somewhere")]))
    found = diagnosed(index, [entity(index, "erik hort")], ["Montebello"])
    assert [item.key for item in found.missing] == ["Montebello"]
    assert found.cause == "openie"


def test_the_earliest_step_is_the_class_of_the_question() -> None:
    corpus = CORPUS | {"Far": ("Lima is warm.", [("Lima", "is", "warm")])}
    index = index_of(corpus)
    gold = ("Hort", "Montebello", "Far")
    found = diagnosed(index, [entity(index, "erik hort")], ["Montebello", "Far"], gold=gold)
    assert [item.cause for item in found.missing] == ["ppr", "openie"]
    assert found.cause == "openie"
    asked = {"gold": gold, "text": "Is Lima near?"}
    found = diagnosed(index, [entity(index, "erik hort")], ["Montebello", "Far"], **asked)
    assert ([item.cause for item in found.missing], found.cause) == (["ppr", "ner"], "ner")


def test_synonymy_edges_join_and_without_them_the_chain_breaks() -> None:
    rows = changed(Hort=[("Erik Hort", "born in", "Montebello village")])
    apart = index_of(rows)
    assert diagnosed(apart, [entity(apart, "erik hort")], ["Montebello"]).cause == "openie"
    for pair in (("montebello village", "montebello"), ("montebello", "montebello village")):
        joined = index_of(rows, synonyms=[pair])
        item = only(diagnosed(joined, [entity(joined, "erik hort")], ["Montebello"]))
        assert (item.cause, item.phrase) == ("ppr", "montebello")
    joined = index_of(CORPUS, synonyms=[("anna hort", "erik hort")])
    assert diagnosed(joined, [entity(joined, "anna hort")], ["Hort"]).cause == "ppr"


def test_all_passages_of_one_key_count_together() -> None:
    index = index_of(CORPUS)
    both = ("Hort", "Montebello", "Montebello", "Other")  # the third text is Montebello's too
    shared = type(index)(**{**vars_of(index), "keys": both})
    item = only(diagnosed(shared, [entity(shared, "bergen")], ["Montebello"]))
    assert (item.cause, item.passage, item.phrase) == ("ppr", 1, "bergen")


def vars_of(index: object) -> dict[str, object]:
    fields = ("graph", "facts", "synonyms", "keys", "contents", "names", "normalize")
    return {name: getattr(index, name) for name in fields}


@pytest.mark.parametrize("missing", [[], ["Other"], ["nowhere"]])
def test_what_is_no_missing_gold_passage_is_refused(missing: list[str]) -> None:
    with pytest.raises(DataError, match=r"nothing is missing|no gold passage"):
        diagnosed(index_of(CORPUS), [], missing)


@pytest.mark.parametrize(
    ("ranked", "k", "expected"),
    [(["x", "a", "b"], 2, ("b",)), (["a", "a", "b"], 2, ("b",)), ([], 5, ("a", "b"))],
)
def test_missing_keys(ranked: list[str], k: int, expected: tuple[str, ...]) -> None:
    assert missing_keys(("a", "b"), ranked, k) == expected


WORDS = ("ada", "bo", "cy", "di", "ed")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_against_paths_in_networkx(seed: int) -> None:
    """A passage is reached exactly where a graph of gold passages and entities has a path."""
    rng = np.random.default_rng(seed)
    pick = lambda: WORDS[int(rng.integers(len(WORDS)))]  # noqa: E731
    corpus = {
        f"P{number}": ("no words", [(pick(), "r", pick()) for _ in range(int(rng.integers(3)))])
        for number in range(4)
    }
    if not any(rows for _, rows in corpus.values()):
        return
    plain = index_of(corpus)
    nodes = plain.graph.nodes
    pairs = [(a, b) for a in nodes for b in nodes if a < b and rng.random() < 0.1]
    index = index_of(corpus, synonyms=pairs)
    linked = [entity(index, word) for word in WORDS[: int(rng.integers(1, 4))]]
    gold = tuple(corpus)[: int(rng.integers(1, 5))]
    graph = nx.Graph()
    graph.add_nodes_from([*gold, "query"])
    graph.add_edges_from(("query", nodes[item.node]) for item in linked if item.node >= 0)
    for title in gold:
        graph.add_edges_from((title, word) for row in corpus[title][1] for word in (row[0], row[2]))
    # A synonymy edge joins two entities, and a way takes at most one between two passages.
    for one, two in pairs:
        graph.add_edge(one, two, synonymy=True)
    found = diagnosed(index, linked, gold, gold=gold)
    for item in found.missing:
        reachable = any(_one_synonym_a_step(path, graph) for path in _paths(graph, item.key))
        assert (item.cause == "ppr") == reachable


def _paths(graph: nx.Graph, target: str) -> list[list[str]]:
    return list(nx.all_simple_paths(graph, "query", target))


def _one_synonym_a_step(path: list[str], graph: nx.Graph) -> bool:
    run = 0
    for one, two in pairwise(path):
        run = run + 1 if graph.edges[one, two].get("synonymy") else 0
        if run > 1:
            return False
    return True
