from __future__ import annotations

import numpy as np
import pytest
from graph_cases import edges, listed
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph import eligible_sources, select_synonyms


def select(
    *hits: tuple[int, int, float], threshold: float = 0.8, max_neighbors: int = 100
) -> list[tuple[int, int, float]]:
    given_edges = edges(*hits)
    return listed(
        select_synonyms(
            given_edges.source,
            given_edges.target,
            given_edges.score,
            threshold=threshold,
            max_neighbors=max_neighbors,
        )
    )


def test_order_is_source_then_score_then_position() -> None:
    assert select((1, 0, 1.0), (0, 2, 0.875), (0, 3, 1.0), (0, 1, 0.875)) == [
        (0, 3, 1.0),
        (0, 1, 0.875),
        (0, 2, 0.875),
        (1, 0, 1.0),
    ]


def test_the_node_itself_is_skipped_before_the_cap_counts() -> None:
    hits = [(0, 0, 1.0), (0, 1, 0.9375), (0, 2, 0.875), (0, 3, 0.875)]
    assert select(*hits, max_neighbors=2) == [(0, 1, 0.9375), (0, 2, 0.875)]


def test_a_repeated_candidate_counts_once_with_its_best_score() -> None:
    hits = [(0, 1, 0.875), (0, 2, 0.9375), (0, 1, 1.0), (0, 1, 0.8125)]
    assert select(*hits, max_neighbors=2) == [(0, 1, 1.0), (0, 2, 0.9375)]


@pytest.mark.parametrize(
    ("score", "kept"), [(0.8, True), (0.8 - 3e-8, True), (0.8 - 1e-7, False), (0.81, True)]
)
def test_rounding_below_the_threshold_does_not_decide(score: float, kept: bool) -> None:
    assert bool(select((0, 1, score))) is kept


def test_no_candidates() -> None:
    hits = select_synonyms([], [], [], threshold=0.8, max_neighbors=1)
    assert listed(hits) == []
    assert (hits.source.dtype, hits.score.dtype) == (np.int64, np.float32)


hit = st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.5, 0.75, 0.8, 0.9, 1.0]))


@settings(deadline=None)
@given(st.lists(hit, max_size=30), st.integers(1, 4), st.randoms(use_true_random=False))
def test_selection_ignores_the_order_of_candidates(hits, max_neighbors, random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(hits)
    random.shuffle(shuffled)
    chosen = select(*hits, max_neighbors=max_neighbors)
    assert chosen == select(*shuffled, max_neighbors=max_neighbors)
    best: dict[tuple[int, int], float] = {}
    for source, target, score in hits:
        if source != target and score >= 0.8:
            best[source, target] = max(score, best.get((source, target), 0.0))
    expected = []
    for source in range(5):
        found = sorted((-score, t) for (s, t), score in best.items() if s == source)
        expected += [(source, t, float(np.float32(-s))) for s, t in found[:max_neighbors]]
    assert chosen == expected


def test_faults_are_named() -> None:
    for threshold in (0.0, -0.5, 1.01, float("nan")):
        with pytest.raises(ConfigError, match=r"outside \(0, 1\].*threshold"):
            select((0, 1, 0.9), threshold=threshold)
    with pytest.raises(ConfigError, match="max_neighbors"):
        select((0, 1, 0.9), max_neighbors=0)
    with pytest.raises(GraphError, match=r"score nan is not finite.*candidate 2 -> 1"):
        select((0, 1, 0.9), (2, 1, float("nan")))
    with pytest.raises(GraphError, match=r"shapes \(2,\), \(1,\) and \(1,\)"):
        select_synonyms([0, 1], [1], [0.9], threshold=0.8, max_neighbors=1)


def test_eligible_sources() -> None:
    nodes = ["", "ab", "a b", "abc", "a-b 1", "é é é", "東京都", "12 3", "  "]
    ascii_only = eligible_sources(nodes, min_alnum=3)
    assert ascii_only.tolist() == [0, 0, 0, 1, 1, 0, 0, 1, 0]
    unicode_too = eligible_sources(nodes, min_alnum=3, alnum="unicode")
    assert unicode_too.tolist() == [0, 0, 0, 1, 1, 1, 1, 1, 0]
    assert eligible_sources(nodes, min_alnum=0).all()
    assert eligible_sources([], min_alnum=3).shape == (0,)
    with pytest.raises(ConfigError, match=r"'latin'.*alnum"):
        eligible_sources(nodes, min_alnum=3, alnum="latin")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="min_alnum"):
        eligible_sources(nodes, min_alnum=-1)
