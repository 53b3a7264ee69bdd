"""Where edges come from: facts in either direction, their passages, synonymy hits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import GraphError
from hippo_exp.graph import build_graph, collect_facts
from hippo_exp.graph.origins import EdgeOrigin, EdgeOrigins
from hippo_exp.types import Extraction, FactTable, PassageExtraction, SynonymEdges


def facts_of(*passages: list[tuple[str, str, str]]) -> FactTable:
    records = tuple(PassageExtraction((), tuple(rows)) for rows in passages)
    return collect_facts(Extraction("toy", records, ""), str.lower, keep_empty=False)


def hits(*edges: tuple[int, int, float]) -> SynonymEdges:
    columns = list(zip(*edges, strict=True)) if edges else [(), (), ()]
    return SynonymEdges(
        np.array(columns[0], dtype=np.int64),
        np.array(columns[1], dtype=np.int64),
        np.array(columns[2], dtype=np.float32),
    )


FACTS = facts_of(
    [("a", "likes", "b"), ("b", "knows", "a"), ("d", "is", "d")],
    [("a", "likes", "b"), ("b", "knows", "c")],
)
# Facts, sorted: 0 (a likes b), 1 (b knows a), 2 (b knows c), 3 (d is d); nodes a, b, c, d.


def test_facts_passages_and_similarity() -> None:
    origins = EdgeOrigins(FACTS, hits((0, 1, 0.75), (1, 0, 0.875), (3, 0, 0.5), (2, 3, -0.5)))
    assert origins.of(0, 1) == EdgeOrigin((0, 1), (0, 1), 0.875)
    assert origins.of(1, 0) == origins.of(0, 1)
    assert origins.of(1, 2) == EdgeOrigin((2,), (1,), 0.0)
    assert origins.of(0, 3) == EdgeOrigin((), (), 0.5)
    kinds = [origins.of(*pair).kind for pair in ((0, 1), (1, 2), (0, 3))]
    assert kinds == ["fact+synonymy", "fact", "synonymy"]


@pytest.mark.parametrize("pair", [(0, 2), (3, 3), (2, 3)])
def test_what_nothing_joins(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="nothing joins"):
        EdgeOrigins(FACTS, hits((2, 3, -0.5))).of(*pair)


def test_hits_outside_the_nodes() -> None:
    with pytest.raises(GraphError, match="for 4 nodes"):
        EdgeOrigins(FACTS, hits((0, 4, 0.9)))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_edge_has_an_origin_and_the_weight_follows_from_it(seed: int) -> None:
    random = np.random.default_rng(seed)
    names = list("abcdef")
    facts = facts_of(
        *(
            [
                (str(random.choice(names)), "r", str(random.choice(names)))
                for _ in range(random.integers(0, 5))
            ]
            for _ in range(4)
        )
    )
    n = len(facts.nodes)
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b and random.random() < 0.3]
    synonyms = hits(*((a, b, float(random.uniform(0.5, 1))) for a, b in pairs))
    graph = build_graph(
        facts,
        synonyms,
        fact_weight="triple_count",
        synonym_merge="add",
        passage_matrix="fact_count",
    )
    entries = graph.adjacency.tocoo()
    origins = EdgeOrigins(facts, synonyms)
    found = origins.each(entries.row.astype(np.int64), entries.col.astype(np.int64))
    for weight, origin in zip(entries.data.tolist(), found, strict=True):
        triples = sum(int(facts.occurrences[fact]) for fact in origin.facts)
        assert weight == pytest.approx(triples + origin.similarity)
        stated = {
            p for f in origin.facts for p in facts.passage_facts[:, [f]].nonzero()[0].tolist()
        }
        assert set(origin.passages) == stated
