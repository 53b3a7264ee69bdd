"""Nets of seeds, exhaustive search, and the check that refuses an unsound question."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from benchmark_graph import SMALL, meetings
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding.benchmark import draft
from hippo_exp.pathfinding.benchmark.asking import Asked, is_sound
from hippo_exp.pathfinding.benchmark.ground import Ground
from hippo_exp.pathfinding.benchmark.nets import draw_net
from hippo_exp.pathfinding.benchmark.search import GroundSearch
from hippo_exp.pathfinding.corpus import SCHEMA
from hippo_exp.pathfinding.corpus.draws import Draws


@settings(max_examples=60, deadline=None)
@given(
    per_seed=st.integers(2, 7),
    more=st.integers(0, 6),
    slots=st.integers(2, 4),
    seed=st.integers(0, 1000),
)
def test_a_net_gives_every_seed_as_many_and_no_two_the_same_seeds(
    per_seed: int, more: int, slots: int, seed: int
) -> None:
    n_seeds = per_seed + more
    net = draw_net(n_seeds, per_seed, slots, Draws(np.random.default_rng(seed)))
    assert net.shape == (slots, n_seeds * per_seed)
    for column in net.tolist():
        assert Counter(column) == dict.fromkeys(range(n_seeds), per_seed)
    assert len({tuple(row) for row in net.T.tolist()}) == n_seeds * per_seed


def test_a_net_of_two_slots_is_mixed() -> None:
    net = draw_net(12, 4, 2, Draws(np.random.default_rng(0)))
    gaps = (net[1] - net[0]) % 12
    assert len(set(gaps.tolist())) > 8  # the circulant net has the gaps 0 to 3 only


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    n = draw(st.integers(4, 14))
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda p: p[0] != p[1])
    ends = np.array(draw(st.lists(pairs, min_size=1, max_size=25)))
    passages = np.array(draw(st.lists(st.integers(0, 5), min_size=len(ends), max_size=len(ends))))
    subjects = np.array(draw(st.lists(st.integers(0, n - 1), min_size=6, max_size=6)))
    zeros = np.zeros(len(ends), dtype=np.int64)
    return Ground(np.zeros(n, dtype=np.int64), ends[:, 0], zeros, ends[:, 1], passages, subjects)


@settings(max_examples=150, deadline=None)
@given(ground=grounds(), hops=st.tuples(st.integers(1, 4), st.integers(1, 4)))
def test_search_agrees_with_networkx(ground: Ground, hops: tuple[int, int]) -> None:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(ground.types)))
    graph.add_edges_from(zip(ground.subject.tolist(), ground.object.tolist(), strict=True))
    search = GroundSearch(ground)
    for seed in graph:
        lengths = nx.single_source_shortest_path_length(graph, seed, cutoff=hops[0])
        assert search.within(seed, hops[0]) == {n: d for n, d in lengths.items() if n != seed}
    assert search.meetings((0, 1), hops) == sorted(meetings(graph, (0, 1), hops))
    named = [set() for _ in ground.subjects]
    for passage, subject in enumerate(ground.subjects.tolist()):
        named[passage].add(subject)
    for s, o, p in zip(ground.subject, ground.object, ground.passage, strict=True):
        named[p] |= {int(s), int(o)}
    for seeds in ((0, 1), (0, 1, 2)):
        together = any(len(names & set(seeds)) > 1 for names in named)
        assert search.named_together(seeds) == together


def small_ground(*more: tuple[int, int, int]) -> tuple[Ground, Asked]:
    """Answer 0 between the seeds 1 and 2; facts as (subject, object, passage)."""
    facts = np.array([(0, 1, 0), (0, 2, 1), (3, 1, 2), (4, 2, 3), *more])
    zeros = np.zeros(len(facts), dtype=np.int64)
    ground = Ground(
        np.zeros(6, dtype=np.int64),
        *(facts[:, 0], zeros, facts[:, 1], facts[:, 2]),
        subjects=np.array([0, 0, 3, 4, 5]),
    )
    asked = Asked((1, 1), 0, (1, 2), ((0,), (1,)), net=0, member=0, hub=False)
    return ground, asked


@pytest.mark.parametrize(
    ("more", "sound"),
    [
        ((), True),
        (((3, 4, 2),), True),  # a longer path
        (((3, 2, 4),), False),  # a second meeting node
        (((5, 1, 4), (5, 2, 4)), False),  # and one beside both in a passage
        (((0, 2, 0),), False),  # the answer's passage names both seeds
        (((1, 2, 4),), False),  # the seeds themselves
    ],
)
def test_an_unsound_question_is_seen(more: tuple[tuple[int, int, int], ...], sound: bool) -> None:
    ground, asked = small_ground(*more)
    assert is_sound(GroundSearch(ground), asked) == sound


def test_unsound_candidates_are_replaced_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from hippo_exp.pathfinding.benchmark import asking

    usual = draft.draft_benchmark(SMALL)
    refused: list[int] = []

    def first_five_fail(search: GroundSearch, asked: Asked) -> bool:
        if len(refused) < 5:
            refused.append(asked.answer)
            return False
        return is_sound(search, asked)

    monkeypatch.setattr(asking, "is_sound", first_five_fail)
    other = draft.draft_benchmark(SMALL)
    assert len(refused) == 5
    assert len(other.plans) == len(usual.plans)
    assert other.plans != usual.plans


def test_a_question_that_is_unsound_in_the_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "is_sound", lambda search, asked: asked.member != 7)
    many = replace(SMALL, n_questions=90, n_passages=2500, hub_questions=0.0)
    with pytest.raises(ConfigError, match="not unique"):
        draft.draft_benchmark(many)


def test_kinds_begin_every_leg_otherwise_and_end_forward() -> None:
    from hippo_exp.pathfinding.benchmark.kinds import KindMaker

    maker = KindMaker(SCHEMA, Draws(np.random.default_rng(1)))
    answer_types = []
    for shape in [(1, 1), (2, 2), (3, 1), (1, 1, 1), (4, 2)] * 12:
        kind = maker.make(shape)
        answer_types.append(kind.answer_type)
        assert tuple(map(len, kind.legs)) == shape
        assert len({leg[0] for leg in kind.legs}) == len(shape)
        assert all(step.forward for leg in kind.legs for step in leg[1:])
        assert all(leg[0].forward for leg in kind.legs if len(leg) == 1)
        hub = SCHEMA.relations[kind.hub_relation]
        beside = SCHEMA.relations[kind.legs[0][-1].relation].subject
        assert hub.subject == beside
        assert SCHEMA.is_common(hub)
    assert len(set(answer_types)) >= 10
