"""From a plan to a question in English and the query entities in it."""

from __future__ import annotations

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.following import phrasing
from hippo_exp.pathfinding.corpus.plan import FindingPlan, FollowingPlan
from hippo_exp.pathfinding.corpus.schema import EntityType, Phrasing
from hippo_exp.pathfinding.corpus.search import Edge
from hippo_exp.pathfinding.corpus.variants import choose_form, in_text
from hippo_exp.pathfinding.corpus.world import World

_FINDING = (
    "Which {noun} {first} and {second}?",
    "Which {noun} {first} and also {second}?",
    "What is the name of the {noun} that {first} and {second}?",
)
_FINDING_PERSON = (
    "Who {first} and {second}?",
    "Who {first} and also {second}?",
    "What is the name of the person who {first} and {second}?",
)
_APART = ("Which {noun} {first}, and also {second}?", "Which {noun} both {first}, and {second}?")
_APART_PERSON = ("Who {first}, and also {second}?", "Which person both {first}, and {second}?")


class Wording:
    """Words plans.

    Args:
        world: entities.
        rate: probability that a question names an entity by another form than its usual one.
        draws: random choices.
        apart: keep the clauses of legs of several facts apart by commas.
    """

    def __init__(self, world: World, rate: float, draws: Draws, *, apart: bool = False) -> None:
        self._world = world
        self._rate = rate
        self._draws = draws
        self._apart = apart

    def following(self, plan: FollowingPlan) -> tuple[str, tuple[str, ...]]:
        """Return the question and its query entities, in order of the text."""
        form = self._form(plan.seed)
        text = in_text(form, article=self._world.kind_of(plan.seed).article)
        entities: tuple[str, ...] = (form,)
        if plan.common is not None:
            other = self._form(plan.common.far)
            name = in_text(other, article=self._world.kind_of(plan.common.far).article)
            qualifier = self._world.schema.relations[plan.common.step.relation].qualifier
            text = qualifier.format(x=text, o=name)
            entities = (form, other) if text.index(form) < text.index(other) else (other, form)
        for edge in plan.chain[:-1]:
            text = self._wording(edge).np.format(x=text)
        question = self._wording(plan.chain[-1]).ask.format(x=text)
        return question.replace(",?", "?"), entities

    def finding(self, plan: FindingPlan) -> tuple[str, tuple[str, ...]]:
        """Return the question and its query entities, in order of the text."""
        forms = tuple(self._form(seed) for seed in plan.seeds)
        clauses = [self._clause(leg, form) for leg, form in zip(plan.legs, forms, strict=True)]
        kind = self._world.kind_of(plan.answer)
        first, second = ", ".join(clauses[:-1]), clauses[-1]
        head = self._side(plan.legs[0][0]).noun
        if len(plan.legs[0]) == 1 and len(clauses) == 2 and head and self._draws.chance(0.4):
            name = in_text(forms[0], article=self._world.kind_of(plan.seeds[0]).article)
            return f"Which {head.format(x=name)} {second}?", forms
        text = self._draws.pick(self._templates(plan, kind))
        return text.format(noun=kind.noun, first=first, second=second), forms

    def _templates(self, plan: FindingPlan, kind: EntityType) -> tuple[str, ...]:
        if self._apart and max(len(leg) for leg in plan.legs) > 1:
            return _APART if kind.patterns else _APART_PERSON
        return _FINDING if kind.patterns else _FINDING_PERSON

    def _clause(self, leg: tuple[Edge, ...], form: str) -> str:
        text = in_text(form, article=self._world.kind_of(leg[-1].far).article)
        for edge, following in zip(leg[-2::-1], leg[:0:-1], strict=True):
            opening = self._world.kind_of(edge.far).indefinite
            text = f"{opening} {self._side(following).clause.format(x=text)}"
        return self._side(leg[0]).clause.format(x=text)

    def _form(self, entity: int) -> str:
        return choose_form(self._world.forms[entity], self._rate, self._draws)

    def _side(self, edge: Edge) -> Phrasing:
        relation = self._world.schema.relations[edge.step.relation]
        wording = relation.forward if edge.step.forward else relation.inverse
        assert wording is not None  # the planner takes worded steps only
        return wording

    def _wording(self, edge: Edge) -> Phrasing:
        wording = phrasing(self._world, edge.step)
        assert wording is not None  # the planner takes worded steps only
        return wording
