"""Which passage states which fact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hippo_exp.pathfinding.corpus.draws import stream
from hippo_exp.pathfinding.corpus.facts import Facts
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.world import World
from hippo_exp.types import IntArray

MAX_INVERSE = 2
"""At most this many facts stand in a passage whose subject is their object."""


@dataclass(frozen=True)
class Statements:
    """Statements as parallel arrays, grouped by passage, in the order of the text.

    Attributes:
        passage: (n_statements,) int64 passage number, ascending.
        fact: (n_statements,) int64 position in the facts.
        inverse: (n_statements,) bool, the passage is about the fact's object.
        bounds: (n_passages + 1,) int64; passage p has statements ``bounds[p] .. bounds[p+1] - 1``.
        homes: (n_facts,) int64 the passage that states the fact, -1 when several do.
    """

    passage: IntArray
    fact: IntArray
    inverse: NDArray[np.bool_]
    bounds: IntArray
    homes: IntArray


def place_facts(world: World, facts: Facts, parameters: SyntheticParameters) -> Statements:
    """Assign each fact to the passage of its subject, of its object, or to both."""
    rng = stream(parameters.seed, 2)
    home, away = _passages(world, facts)
    moves = rng.random(len(facts)) < parameters.inverse_share
    repeats = rng.random(len(facts)) < parameters.restated_share
    moves &= ~facts.anchored
    goes = (away >= 0) & (moves | repeats)
    goes &= _within_cap(away, goes, rng)
    stays = ~(goes & moves)
    staying, going = np.flatnonzero(stays), np.flatnonzero(goes)
    fact = np.concatenate([staying, going])
    passage = np.concatenate([home[staying], away[going]])
    order = np.lexsort((rng.random(len(fact)), passage))
    twice = stays & goes
    return Statements(
        passage=passage[order],
        fact=fact[order],
        inverse=(np.arange(len(fact)) >= len(staying))[order],
        bounds=np.searchsorted(passage[order], np.arange(world.n_passages + 1)).astype(np.int64),
        homes=np.where(twice, -1, np.where(stays, home, away)),
    )


def _passages(world: World, facts: Facts) -> tuple[IntArray, IntArray]:
    """Return (n_facts,) passages of subject and of object, -1 where the object's may not say it."""
    home = np.empty(len(facts), dtype=np.int64)
    away = np.full(len(facts), -1, dtype=np.int64)
    for i, relation in enumerate(world.schema.relations):
        held = facts.relation == i
        home[held] = world.passage_of(facts.subject[held], relation.subject, relation.section)
        if relation.inverse is not None:
            away[held] = world.passage_of(
                facts.object[held], relation.object, relation.object_section
            )
    return home, away


def _within_cap(
    away: IntArray, goes: NDArray[np.bool_], rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Return (n_facts,) bool: a random choice of at most ``MAX_INVERSE`` facts per passage."""
    candidates = np.flatnonzero(goes)
    order = candidates[np.lexsort((rng.random(len(candidates)), away[candidates]))]
    targets = away[order]
    first = np.searchsorted(targets, targets)
    allowed = np.zeros(len(away), dtype=bool)
    allowed[order[np.arange(len(order)) - first < MAX_INVERSE]] = True
    return allowed
