"""Candidate scores and ranks of the rankers that need only the instance."""

from __future__ import annotations

import numpy as np
import pytest

from hippo_exp.evaluation import expected_candidate_rank, sampled_candidate_rank
from hippo_exp.pathfinding import (
    Instance,
    InstanceParameters,
    candidate_scores_from_nodes,
    candidate_scores_from_passages,
    degree,
    generate_instance,
    instance_rng,
    mention_count,
)


def make(index: int = 0, **chosen: object) -> Instance:
    parameters = InstanceParameters(**chosen)  # type: ignore[arg-type]
    return generate_instance(parameters, instance_rng(parameters, 0, index))


def mention_count_by_text(instance: Instance) -> list[int]:
    """The definition, read off the rendered sentences."""
    totals = []
    for candidate in instance.candidates:
        naming = [p.text for p in instance.passages if instance.nodes[candidate] in p.text]
        totals.append(sum(seed in text for text in naming for seed in instance.seed_names))
    return totals


@pytest.mark.parametrize("hops", [1, 2, 3, (1, 2)])
@pytest.mark.parametrize("noise", [0, 12])
def test_mention_count_is_its_definition(hops: int | tuple[int, ...], noise: int) -> None:
    instance = make(hops=hops, extra_edges=noise)
    assert mention_count(instance).tolist() == mention_count_by_text(instance)


def test_mention_count_finds_the_answer_at_one_hop_only() -> None:
    ranks = {
        hops: [
            expected_candidate_rank(mention_count(instance), instance.answer_position)
            for instance in (make(index, hops=hops) for index in range(20))
        ]
        for hops in (1, 2, 3)
    }
    assert ranks == {1: [1.0] * 20, 2: [9.0] * 20, 3: [9.0] * 20}


def test_mention_count_with_uneven_hops_ties_with_the_near_seeds_dead_ends() -> None:
    instance = make(hops=(1, 3))
    # answer and 8 dead ends of the near seed score 1, the 8 others 0
    assert sorted(mention_count(instance).tolist()) == [0.0] * 8 + [1.0] * 9
    assert expected_candidate_rank(mention_count(instance), instance.answer_position) == 5.0


def test_sampled_mean_rank_of_tied_candidates_is_chance() -> None:
    ranks = []
    for index in range(500):
        instance = make(index, hops=2)
        scores = mention_count(instance)
        ranks.append(sampled_candidate_rank(scores, instance.answer_position, instance.tie_order))
    # 4 standard errors of the mean of 500 uniform ranks: 4 * 4.899 / sqrt(500)
    assert abs(np.mean(ranks) - 9.0) < 0.88
    assert set(ranks) == set(range(1, 18))


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_degree_gives_the_answer_away_unless_matched(hops: int) -> None:
    plain, matched = make(hops=hops), make(hops=hops, matched_degree=True)
    assert expected_candidate_rank(degree(plain), plain.answer_position) == 1.0
    assert expected_candidate_rank(degree(matched), matched.answer_position) == 9.0
    # mention count does not depend on it
    by_mentions = expected_candidate_rank(mention_count(matched), matched.answer_position)
    assert by_mentions == (1.0 if hops == 1 else 9.0)


def test_one_seed_leaves_nothing_to_find() -> None:
    instance = make(seeds=1, hops=1)
    for scores in (mention_count(instance), degree(instance)):
        assert expected_candidate_rank(scores, instance.answer_position) == 5.0


def test_scores_are_carried_over_to_candidates() -> None:
    instance = make(hops=2)
    nodes = np.arange(len(instance.nodes), dtype=np.float64)
    assert candidate_scores_from_nodes(instance, nodes).tolist() == instance.candidates.tolist()
    ones = np.ones(len(instance.passages))
    assert candidate_scores_from_passages(instance, ones).tolist() == degree(instance).tolist()
    with pytest.raises(ValueError, match="node scores"):
        candidate_scores_from_nodes(instance, ones)
    with pytest.raises(ValueError, match="passage scores"):
        candidate_scores_from_passages(instance, nodes)
