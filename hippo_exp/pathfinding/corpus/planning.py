"""Choosing questions: quotas by kind and hops, and a bounded number of attempts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.finding import FindingPlanner
from hippo_exp.pathfinding.corpus.following import FollowingPlanner
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.plan import FindingPlan, FollowingPlan
from hippo_exp.pathfinding.corpus.search import FactSearch
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.world import World

PATIENCE = 20_000
"""So many attempts in a row without success, and the facts are held to be exhausted."""

P = TypeVar("P", FollowingPlan, FindingPlan)


def plan_questions(
    world: World, search: FactSearch, statements: Statements, parameters: SyntheticParameters
) -> list[FollowingPlan | FindingPlan]:
    """Return ``parameters.n_questions`` distinct plans in random order.

    Raises:
        ConfigError: the facts have too few paths of the wanted kinds.
    """
    n_finding = round(parameters.n_questions * parameters.share_path_finding)
    n_following = parameters.n_questions - n_finding
    draws = Draws(stream(parameters.seed, 5))
    following = FollowingPlanner(world, search, statements, draws, parameters.rare_mentions)
    finding = FindingPlanner(
        world, search, statements, draws, parameters.min_continuations, parameters.rare_mentions
    )
    plans: list[FollowingPlan | FindingPlan] = []
    for hops, count in zip((2, 3, 4), quotas(n_following, parameters.following_hops), strict=True):
        n_common = round(count * parameters.hub_mentions)
        plans += _collect(following.attempt, hops, count, n_common, "following_hops")
    for hops, count in zip((2, 3, 4), quotas(n_finding, parameters.finding_hops), strict=True):
        n_common = round(count * parameters.hub_mentions)
        plans += _collect(finding.attempt, hops, count, n_common, "finding_hops")
    for i in range(len(plans) - 1, 0, -1):
        j = draws.below(i + 1)
        plans[i], plans[j] = plans[j], plans[i]
    return plans


def quotas(total: int, weights: tuple[float, ...]) -> list[int]:
    """Split a total by weights; the largest remainders get what rounding down leaves."""
    shares = [total * weight / sum(weights) for weight in weights]
    counts = [int(share) for share in shares]
    order = sorted(range(len(weights)), key=lambda i: (counts[i] - shares[i], i))
    for i in order[: total - sum(counts)]:
        counts[i] += 1
    return counts


def _collect(
    attempt: Callable[[int, bool], P | None], hops: int, count: int, n_common: int, where: str
) -> list[P]:
    """Attempt until ``count`` plans exist, the first ``n_common`` of them with a common entity."""
    plans: list[P] = []
    failures = 0
    while len(plans) < count and failures < PATIENCE:
        plan = attempt(hops, len(plans) < n_common)
        failures = failures + 1 if plan is None else 0
        if plan is not None:
            plans.append(plan)
    if len(plans) == count:
        return plans
    raise ConfigError(
        f"the facts allow only {len(plans)} of {count} questions of {hops} hops",
        where=where,
        fix="raise n_passages or rare_mentions, or lower n_questions or min_continuations",
    )
