"""Planning path-finding questions: the one entity that two named entities reach."""

from __future__ import annotations

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.plan import FindingPlan
from hippo_exp.pathfinding.corpus.search import Edge, FactSearch, Step
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.world import World

Leg = tuple[Edge, ...]


class FindingPlanner:
    """Draws pairs of legs and keeps those that make a sound question.

    In a sound question both seeds have many continuations; no passage names both; the typed paths
    from the seeds meet in the answer only, and each seed has one such path to it; with one fact on
    either side the answer is even the only entity that shares any fact with both seeds; each fact
    stands in one passage only.

    Args:
        world: entities.
        search: facts.
        statements: passages of facts.
        draws: random choices.
        min_continuations: least number of neighbours of a seed.
        rare_mentions: a seed that is no common entity is named in at most this many passages.
    """

    def __init__(
        self,
        world: World,
        search: FactSearch,
        statements: Statements,
        draws: Draws,
        min_continuations: int,
        rare_mentions: int,
    ) -> None:
        self._world = world
        self._search = search
        self._homes = statements.homes
        self._draws = draws
        self._least = min_continuations
        self._rare = rare_mentions
        self._used: set[tuple[int, int]] = set()
        self._answers: list[int] = world.specific_entities().tolist()

    def attempt(self, hops: int, with_common: bool) -> FindingPlan | None:
        """Draw one pair of legs; None when it makes no sound question.

        Args:
            hops: number of facts of both legs together.
            with_common: exactly one of the seeds is a common entity; otherwise none is.
        """
        answer = self._draws.pick(self._answers)
        first = self._leg(answer, hops // 2, common=with_common)
        second = self._leg(answer, hops - hops // 2, common=False)
        if first is None or second is None:
            return None
        legs = (first, second) if self._draws.chance(0.5) else (second, first)
        plan = FindingPlan(answer=answer, legs=legs)
        if not (self._distinct(plan) and self._sound(plan)):
            return None
        pair = min(plan.seeds), max(plan.seeds)
        if pair in self._used:
            return None
        self._used.add(pair)
        return plan

    def _leg(self, answer: int, length: int, *, common: bool) -> Leg | None:
        leg: list[Edge] = []
        near = answer
        for position in range(length):
            last = position == length - 1
            edges = [
                edge
                for edge in self._search.edges(near)
                if self._worded(edge.step)
                and self._is_common(edge.far) == (common and last)
                and (not leg or edge.fact != leg[-1].fact)
            ]
            if not edges:
                return None
            leg.append(self._draws.pick(edges))
            near = leg[-1].far
        return tuple(leg)

    def _worded(self, step: Step) -> bool:
        relation = self._world.schema.relations[step.relation]
        return bool(relation.object) and (step.forward or relation.inverse is not None)

    def _is_common(self, entity: int) -> bool:
        return self._world.kind_of(entity).role == "common"

    def _distinct(self, plan: FindingPlan) -> bool:
        """Whether no entity or fact occurs twice and each fact has one passage."""
        entities = [plan.answer, *(edge.far for leg in plan.legs for edge in leg)]
        homes = [int(self._homes[fact]) for fact in plan.facts]
        return len(set(entities)) == len(entities) and min(homes) >= 0

    def _sound(self, plan: FindingPlan) -> bool:
        first, second = plan.seeds
        around = [self._search.neighbours(seed) for seed in plan.seeds]
        if min(len(near) for near in around) < self._least:
            return False
        if any(
            self._search.mention_counts[seed] > self._rare
            for seed in plan.seeds
            if not self._is_common(seed)
        ):
            return False
        if self._search.named_together(first, second):
            return False
        if len(plan.facts) == 2 and around[0] & around[1] != {plan.answer}:
            return False
        return meetings(self._search, plan) == [plan.answer]


def meetings(search: FactSearch, plan: FindingPlan) -> list[int]:
    """Return the entities in which the typed paths from both seeds meet, once per pair of paths."""
    ends = []
    for leg in plan.legs:
        steps = tuple(edge.step.back for edge in reversed(leg))
        ends.append(search.reached(leg[-1].far, steps))
    return [end for end in ends[0] for other in ends[1] if end == other]
