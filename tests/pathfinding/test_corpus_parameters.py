"""Settings of the synthetic corpus: ranges, faults, effects on counts."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.pathfinding.corpus import SyntheticParameters, generate_corpus
from hippo_exp.pathfinding.corpus.parameters import HOP_MIXES, RANGES
from hippo_exp.pathfinding.corpus.planning import quotas


def faults(**chosen: object) -> list[str]:
    found = SyntheticParameters(**chosen).check()  # type: ignore[arg-type]
    return [error.where.removeprefix("dataset.synthetic.") for error in found]


def test_defaults_are_sound() -> None:
    assert SyntheticParameters().check() == []


def test_every_setting_has_a_range_and_a_description() -> None:
    names = {item.name for item in dataclasses.fields(SyntheticParameters)}
    assert names == RANGES.keys() | set(HOP_MIXES)
    assert all(f"{name}: " in (SyntheticParameters.__doc__ or "") for name in names)


@pytest.mark.parametrize("name", sorted(RANGES))
def test_each_number_has_both_bounds(name: str) -> None:
    low, high = RANGES[name]
    step = 1 if isinstance(getattr(SyntheticParameters(), name), int) else 0.01
    assert faults(**{name: low - step}) == [name]
    assert faults(**{name: high + step}) == [name]
    assert faults(**{name: "3"}) == [name]
    assert faults(**{name: True}) == [name]
    assert faults(**{name: float("nan")}) == [name]


@pytest.mark.parametrize(
    "mix", [(1, 1), (0, 0, 0), (1, -1, 1), (1, "a", 1), 3, (float("inf"), 1, 1)]
)
def test_hop_mixes(mix: object) -> None:
    assert faults(following_hops=mix, finding_hops=mix) == ["following_hops", "finding_hops"]


def test_all_faults_at_once() -> None:
    bad = {"n_passages": 3, "variant_rate": 1.5, "seed": -1, "finding_hops": ()}
    assert sorted(faults(**bad)) == sorted(bad)
    with pytest.raises(FaultListError) as caught:
        generate_corpus(SyntheticParameters(**bad))  # type: ignore[arg-type]
    assert len(caught.value.errors) == 4
    assert all(isinstance(error, ConfigError) for error in caught.value.errors)
    assert all(error.fix for error in caught.value.errors)


def test_settings_that_do_not_fit_together() -> None:
    assert faults(n_passages=1000, n_questions=201) == ["n_questions"]
    assert faults(n_passages=1000, n_questions=200) == []
    assert faults(hub_share=0.0) == ["hub_mentions"]
    assert faults(hub_share=0.0, hub_mentions=0.0) == []


def test_too_few_paths_are_reported() -> None:
    with pytest.raises(
        ConfigError, match=r"only \d+ of \d+ questions of 2 hops .*min_continuations"
    ):
        generate_corpus(SyntheticParameters(n_passages=200, n_questions=40, min_continuations=50))


@pytest.mark.parametrize("hop", [2, 3, 4])
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_kind_and_hops_follow_the_settings(hop: int, share: float) -> None:
    mix = tuple(float(h == hop) for h in (2, 3, 4))
    made = generate_corpus(
        SyntheticParameters(
            n_passages=500,
            n_questions=20,
            share_path_finding=share,
            following_hops=mix,  # type: ignore[arg-type]
            finding_hops=mix,  # type: ignore[arg-type]
        )
    )
    kind = "path_finding" if share else "path_following"
    assert [(q.kind, q.hops) for q in made.dataset.questions] == [(kind, hop)] * 20


@given(total=st.integers(0, 500), weights=st.tuples(*[st.floats(0, 9)] * 3))
def test_quotas_add_up_and_stay_within_one(total: int, weights: tuple[float, ...]) -> None:
    if sum(weights) < 1e-6:
        return
    counts = quotas(total, weights)
    assert sum(counts) == total
    for count, weight in zip(counts, weights, strict=True):
        assert abs(count - total * weight / sum(weights)) < 1


@settings(max_examples=15, deadline=None)
@given(
    n_passages=st.integers(400, 700),
    n_questions=st.integers(1, 30),
    share=st.floats(0, 1),
    facts=st.floats(2, 4),
    list_share=st.floats(0, 0.2),
    rates=st.tuples(*[st.floats(0, 0.6)] * 6),
    seed=st.integers(0, 2**63 - 1),
)
def test_counts_follow_the_settings(
    n_passages: int,
    n_questions: int,
    share: float,
    facts: float,
    list_share: float,
    rates: tuple[float, ...],
    seed: int,
) -> None:
    made = generate_corpus(
        SyntheticParameters(
            n_passages=n_passages,
            n_questions=n_questions,
            share_path_finding=share,
            facts_per_passage=facts,
            list_share=list_share,
            min_continuations=2,
            rare_mentions=6,
            variant_rate=rates[0],
            missing_facts=rates[1],
            malformed_rows=rates[2],
            spurious_facts=rates[3],
            failed_passages=rates[4],
            restated_share=rates[5],
            seed=seed,
        )
    )
    data = made.dataset
    assert len(data.passages) == len(made.extraction.passages) == n_passages
    assert len(data.questions) == n_questions
    finding = [q for q in data.questions if q.kind == "path_finding"]
    assert len(finding) == round(share * n_questions)
    assert data.counts["passages"] == n_passages
    assert data.counts["questions"] == n_questions
    assert data.counts["duplicate_passages"] == 0
    assert sum(" almanac" in p.title.lower() or "Almanac of" in p.title for p in data.passages) == (
        round(list_share * n_passages)
    )
    keys = set(data.match_keys)
    assert all(q.gold and set(q.gold) <= keys for q in data.questions)
