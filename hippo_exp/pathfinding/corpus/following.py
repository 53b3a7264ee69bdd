"""Planning path-following questions: a chain of facts from one named entity."""

from __future__ import annotations

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.plan import FollowingPlan
from hippo_exp.pathfinding.corpus.schema import Phrasing
from hippo_exp.pathfinding.corpus.search import Edge, FactSearch, Step
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.world import World


class FollowingPlanner:
    """Draws chains and keeps those that make a sound question.

    A sound chain follows, at each step, a relation with exactly one continuation; visits no entity
    twice; has each fact in one passage only and no two facts in the same passage; and no passage
    names both its first and its last entity.

    Args:
        world: entities.
        search: facts.
        statements: passages of facts.
        draws: random choices.
        rare_mentions: the seed is named in at most this many passages.
    """

    def __init__(
        self,
        world: World,
        search: FactSearch,
        statements: Statements,
        draws: Draws,
        rare_mentions: int,
    ) -> None:
        self._world = world
        self._search = search
        self._homes = statements.homes
        self._draws = draws
        self._used: set[tuple[int, ...]] = set()
        schema = world.schema
        specific = world.specific_entities()
        rare = search.mention_counts[specific] <= rare_mentions
        self._starts: list[int] = specific[rare].tolist()
        self._common = {
            i for i, relation in enumerate(schema.relations) if schema.is_common(relation)
        }

    def attempt(self, hops: int, with_common: bool) -> FollowingPlan | None:
        """Draw one chain; None when it makes no sound question.

        Args:
            hops: number of facts.
            with_common: the question also names a common entity that the seed has a fact with.
        """
        seed = self._draws.pick(self._starts)
        common = self._qualifier(seed) if with_common else None
        if with_common and common is None:
            return None
        chain = self._chain(seed, hops, avoid=common)
        if chain is None or self._search.named_together(seed, chain[-1].far):
            return None
        facts = tuple(edge.fact for edge in chain)
        if facts in self._used:
            return None
        self._used.add(facts)
        return FollowingPlan(seed=seed, chain=chain, common=common)

    def _qualifier(self, seed: int) -> Edge | None:
        relations = self._world.schema.relations
        edges = [
            edge
            for edge in self._search.edges(seed)
            if edge.step.forward and relations[edge.step.relation].qualifier
        ]
        return self._draws.pick(edges) if edges else None

    def _chain(self, seed: int, hops: int, avoid: Edge | None) -> tuple[Edge, ...] | None:
        chain: list[Edge] = []
        visited = {seed} | ({avoid.far} if avoid else set())
        passages: set[int] = set()
        near = seed
        for position in range(hops):
            edge = self._step(near, last=position == hops - 1)
            if edge is None or edge.far in visited:
                return None
            home = int(self._homes[edge.fact])
            if home < 0 or home in passages:
                return None
            chain.append(edge)
            visited.add(edge.far)
            passages.add(home)
            near = edge.far
        return tuple(chain)

    def _step(self, near: int, *, last: bool) -> Edge | None:
        """Draw a fact by which a question can go on, one with a single continuation."""
        edges = self._search.edges(near)
        open_to = [
            edge
            for edge in edges
            if phrasing(self._world, edge.step) is not None
            and (last or edge.step.relation not in self._common)
        ]
        if not open_to:
            return None
        edge = self._draws.pick(open_to)
        return edge if len(self._search.reached(near, (edge.step,))) == 1 else None


def phrasing(world: World, step: Step) -> Phrasing | None:
    """Return the wording of a step when questions can follow it, else None."""
    relation = world.schema.relations[step.relation]
    wording = relation.forward if step.forward else relation.inverse
    return wording if wording is not None and wording.np else None
