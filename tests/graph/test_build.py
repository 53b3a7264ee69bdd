from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from graph_cases import ascii_phrase, edges, extraction, pagerank
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph import FactWeight, SynonymMerge, build_graph, collect_facts
from hippo_exp.types import KnowledgeGraph, SynonymEdges


def build(
    rows: list[list[str]],
    synonyms: SynonymEdges | None,
    fact_weight: FactWeight = "per_direction",
    synonym_merge: SynonymMerge = "replace",
) -> KnowledgeGraph:
    return build_graph(
        collect_facts(extraction(rows), ascii_phrase, keep_empty=True),
        synonyms,
        fact_weight=fact_weight,
        synonym_merge=synonym_merge,
        passage_matrix="fact_count",
    )


@pytest.mark.parametrize(
    ("fact_weight", "synonym_merge", "expected"),
    [
        ("per_direction", "replace", [2 / 9, 2 / 3, 1 / 9]),
        ("triple_count", "add", [1 / 6, 2 / 3, 1 / 6]),
    ],
)
def test_one_fact_and_a_one_way_synonym(
    fact_weight: FactWeight, synonym_merge: SynonymMerge, expected: list[float]
) -> None:
    rows = [["a", "r", "b"], ["c", "is", "c"]]  # the second makes c a node without an edge
    graph = build(rows, edges((1, 2, 1.0)), fact_weight, synonym_merge)
    ranks = pagerank(graph, "b")
    assert [ranks[node] for node in "abc"] == pytest.approx(expected, abs=1e-9)
    assert [round(ranks[node], 4) for node in "abc"] == [round(value, 4) for value in expected]


# a-b joined by three occurrences in both stated orders; a-b one-way hit, b-c both ways, a-d one-way
WEIGHTS = {
    ("per_direction", "replace"): {"ab": 0.75 + 3, "bc": 0.5 + 0.5, "ad": 0.25},
    ("per_direction", "add"): {"ab": 6 + 0.75, "bc": 2 + 0.5 + 0.5, "ad": 0.25},
    ("triple_count", "replace"): {"ab": 0.75, "bc": 0.5, "ad": 0.25},
    ("triple_count", "add"): {"ab": 3.75, "bc": 1.5, "ad": 0.25},
}


@pytest.mark.parametrize(("options", "expected"), WEIGHTS.items())
def test_weights_of_the_four_combinations(
    options: tuple[FactWeight, SynonymMerge], expected: dict[str, float]
) -> None:
    rows = [
        ["a", "r", "b"],
        ["a", "r", "b"],
        ["b", "s", "a"],
        ["b", "r", "c"],
        ["d", "is", "d"],
    ]
    hits = edges((0, 1, 0.75), (0, 3, 0.25), (1, 2, 0.5), (2, 1, 0.5))
    graph = build(rows, hits, *options)
    dense = graph.adjacency.toarray()
    assert {
        graph.nodes[i] + graph.nodes[j]: dense[i, j]
        for i in range(4)
        for j in range(i, 4)
        if dense[i, j]
    } == expected
    assert (dense == dense.T).all()


def test_without_synonyms_only_the_scale_differs() -> None:
    rows = [["a", "r", "b"], ["b", "r", "a"], ["b", "r", "c"]]
    doubled, single = build(rows, None), build(rows, None, "triple_count", "add")
    assert (doubled.adjacency.toarray() == 2 * single.adjacency.toarray()).all()
    assert single.adjacency.toarray().tolist() == [[0, 2, 0], [2, 0, 1], [0, 1, 0]]


def test_counts() -> None:
    rows = [["a", "r", "b"], ["a", "r", "b"], ["b", "r", "a"], ["e", "is", "e"], ["x", "y"]]
    facts = collect_facts(extraction(rows, [], [["c", "s", "d"]]), ascii_phrase, keep_empty=True)
    graph = build_graph(
        facts,
        edges((0, 2, 0.9), (2, 0, 0.9), (1, 0, 0.0), (3, 1, -0.5)),
        fact_weight="per_direction",
        synonym_merge="replace",
        passage_matrix="binary",
    )
    expected = {
        "passages": 3,
        "passages_without_facts": 1,
        "rows": 6,
        "kept": 5,
        "dropped_wrong_arity": 1,
        "self_loops": 1,
        "facts": 4,
        "distinct_relations": 3,
        "nodes": 5,
        "edges": 3,
        "fact_edges": 2,
        "synonymy_edges": 2,
        "synonymy_pairs": 1,
        "synonymy_not_positive": 2,
        "isolated_nodes": 1,
        "isolated_passages": 1,
        "components": 2,
        "largest_component": 4,
    }
    assert expected.items() <= graph.counts.items()
    assert graph.specificity.tolist() == [1, 1, 1, 1, 1]


def test_an_empty_corpus_and_a_corpus_without_facts() -> None:
    for rows in ([], [[]]):
        graph = build_graph(
            collect_facts(extraction(*rows), ascii_phrase, keep_empty=False),
            None,
            fact_weight="triple_count",
            synonym_merge="add",
            passage_matrix="fact_count",
        )
        assert graph.adjacency.shape == (0, 0)
        assert graph.passage_nodes.shape == (len(rows), 0)
        assert graph.specificity.shape == (0,)
        assert graph.counts["isolated_passages"] == len(rows)
        assert graph.counts["components"] == graph.counts["largest_component"] == 0


@pytest.mark.parametrize(
    ("hits", "message"),
    [
        (edges((1, 2, float("nan"))), "not finite.*'b' -> 'c'"),
        (edges((0, 1, float("inf"))), "not finite.*'a' -> 'b'"),
        (edges((2, 2, 0.9)), "to itself.*'c' -> 'c'"),
        (edges((0, 1, 0.9), (1, 2, 0.9), (0, 1, 0.8)), "repeated edge.*'a' -> 'b'"),
        (edges((0, 3, 0.9)), "node positions 3 to 3 for 3 nodes.*synonymy edges"),
        (edges((-1, 2, 0.9)), "node positions -1 to -1 for 3 nodes"),
    ],
)
def test_defective_synonymy_edges_are_named(hits: SynonymEdges, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        build([["a", "r", "b"], ["b", "r", "c"]], hits)


def test_unknown_options_are_named() -> None:
    with pytest.raises(ConfigError, match=r"unknown value 'both'.*fact_weight.*per_direction"):
        build([["a", "r", "b"]], None, "both")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=r"unknown value 'sum'.*synonym_merge.*replace, add"):
        build([["a", "r", "b"]], None, "per_direction", "sum")  # type: ignore[arg-type]


node = st.integers(0, 5)
score = st.floats(0.5, 1.0, width=32)


@settings(deadline=None)
@given(
    st.lists(st.tuples(node, st.sampled_from("rs"), node), max_size=15),
    st.dictionaries(st.tuples(node, node).filter(lambda hit: hit[0] != hit[1]), score, max_size=8),
    st.sampled_from(list(WEIGHTS)),
)
def test_weights_against_a_matrix_of_directed_entries(
    triples: list[tuple[int, str, int]],
    hits: dict[tuple[int, int], float],
    options: tuple[FactWeight, SynonymMerge],
) -> None:
    rows = [[f"n{s}", r, f"n{o}"] for s, r, o in triples] + [
        [f"n{i}", "is", f"n{i}"] for i in range(6)
    ]
    graph = build(rows, edges(*((i, j, s) for (i, j), s in hits.items())), *options)
    joined = Counter(frozenset((s, o)) for s, _, o in triples)
    expected = np.zeros((6, 6))
    for i in range(6):
        for j in range(6):
            count, there, back = joined[frozenset((i, j))], hits.get((i, j)), hits.get((j, i))
            if i == j:
                continue
            if options == ("per_direction", "replace"):
                weight = (count if there is None else there) + (count if back is None else back)
            elif options == ("per_direction", "add"):
                weight = count + (there or 0) + count + (back or 0)
            else:
                best = max(there or 0, back or 0)
                weight = count + best if options[1] == "add" else (best or count)
            expected[i, j] = weight
    dense = graph.adjacency.toarray()
    assert dense == pytest.approx(expected, rel=1e-12)
    assert (dense == dense.T).all()
    assert graph.adjacency.dtype == np.float64
    assert (graph.adjacency.data > 0).all()
    assert graph.adjacency.has_sorted_indices
    assert graph.adjacency.diagonal().tolist() == [0] * 6


SCRIPT = """
import sys; sys.path.insert(0, {folder!r})
import hashlib, numpy as np
from graph_cases import ascii_phrase, edges, extraction
from hippo_exp.graph import build_graph, collect_facts
rows = [[f"s{{i % 7}}", f"r{{i % 3}}", f"o{{i % 11}}"] for i in range(60)]
facts = collect_facts(extraction(rows[:30], rows[30:]), ascii_phrase, keep_empty=True)
graph = build_graph(facts, edges((0, 1, 0.9)), fact_weight="per_direction",
                    synonym_merge="replace", passage_matrix="fact_count")
parts = [repr(graph.nodes), repr(facts.facts), repr(dict(graph.counts))]
arrays = [graph.adjacency.indices, graph.adjacency.data, graph.passage_nodes.indices]
text = "".join(parts).encode() + b"".join(array.tobytes() for array in arrays)
print(hashlib.sha256(text).hexdigest())
"""


def test_the_graph_does_not_depend_on_string_hashing() -> None:
    script = SCRIPT.format(folder=os.path.dirname(__file__))  # noqa: PTH120
    digests = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert digests[0] == digests[1] != ""
