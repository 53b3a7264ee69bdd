"""Everything behind a corpus before it has words."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.pathfinding.corpus.facts import Facts
from hippo_exp.pathfinding.corpus.plan import FindingPlan, FollowingPlan
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.world import World


@dataclass(frozen=True)
class Blueprint:
    """What studies of difficulty look at.

    Attributes:
        world: entities and their names.
        facts: facts.
        statements: which passage states which fact.
        plans: planned questions, in the order of the data set.
        order: (n_passages,) passage numbers in corpus order.
    """

    world: World
    facts: Facts
    statements: Statements
    plans: tuple[FollowingPlan | FindingPlan, ...]
    order: tuple[int, ...]
