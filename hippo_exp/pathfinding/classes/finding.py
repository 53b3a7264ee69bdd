"""Path-finding: several query entities with many continuations, which meet in one entity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from hippo_exp.pathfinding.classes.corpus import FactCorpus
from hippo_exp.pathfinding.classes.legs import Leg, distances, gold_paths, reached_alike
from hippo_exp.pathfinding.classes.rules import ClassRules

_NO_ANSWER = "they meet in an entity that is no answer"
_ON_THE_WAY = "they meet on the way to the answer"


@dataclass(frozen=True)
class Finding:
    """Whether a question is path-finding, and why.

    Attributes:
        holds: the decision.
        continuations: query entity -> number of its continuations, told apart by their far ends.
        seeds: the query entities that have many.
        together: a passage that names two of them; None where none does.
        meeting: the entities in which they meet; of a path-finding question the one.
        facts: number of facts from each seed to the meeting entity.
        reason: why it is not path-finding; empty where it is.
    """

    holds: bool
    continuations: tuple[tuple[str, int], ...] = ()
    seeds: tuple[str, ...] = ()
    together: int | None = None
    meeting: tuple[str, ...] = ()
    facts: tuple[int, ...] = ()
    reason: str = ""


def path_finding(
    corpus: FactCorpus,
    entities: Sequence[str],
    gold: Sequence[int],
    rules: ClassRules,
    answers: Sequence[str] | None = None,
) -> Finding:
    """Decide whether the answer is where several query entities meet, and nowhere else.

    Args:
        corpus: facts.
        entities: distinct query entities.
        gold: distinct positions of the gold passages.
        rules: how many are many, within how many facts, which relations.
        answers: distinct entities that are accepted answers, of which they must meet in one; None
            where the answers are not known.
    """
    counts = tuple((name, len(corpus.neighbours(name))) for name in entities)
    seeds = tuple(name for name, count in counts if count >= rules.many)
    found = Finding(False, continuations=counts, seeds=seeds)
    if not entities:
        return replace(found, reason="no query entity")
    if len(seeds) < 2:
        number = "no query entity has" if not seeds else "only one query entity has"
        return replace(found, reason=f"{number} {rules.many} continuations")
    together = _named_together(corpus, seeds)
    if together is not None:
        return replace(found, together=together, reason="a passage names two of them")
    met = _anywhere if rules.relations == "any" else _as_asked
    return met(corpus, found, gold, rules, answers)


def _named_together(corpus: FactCorpus, seeds: Sequence[str]) -> int | None:
    """The first passage that names two of the seeds."""
    for one, other in combinations(seeds, 2):
        few, more = sorted((one, other), key=lambda name: len(corpus.passages_naming(name)))
        for passage in corpus.passages_naming(few):
            if more in corpus.names(passage):
                return passage
    return None


def _anywhere(
    corpus: FactCorpus,
    found: Finding,
    gold: Sequence[int],
    rules: ClassRules,
    answers: Sequence[str] | None,
) -> Finding:
    """Meeting by any facts: in the entities at which all arrive first."""
    maps = [distances(corpus, seed, rules.within, found.seeds) for seed in found.seeds]
    common = [name for name in maps[0] if all(name in other for other in maps)]
    if not common:
        return replace(found, reason=_beyond(rules))
    least = min(max(other[name] for other in maps) for name in common)
    meeting = tuple(n for n in common if max(other[n] for other in maps) == least)
    facts = tuple(other[meeting[0]] for other in maps)
    found = replace(found, meeting=meeting, facts=facts)
    if len(meeting) > 1:
        return replace(found, reason=f"they meet in {len(meeting)} entities")
    if answers is not None and meeting[0] not in answers:
        return replace(found, reason=_NO_ANSWER)
    if not any(meeting[0] in corpus.names(passage) for passage in gold):
        return replace(found, reason="they meet in an entity that no gold passage names")
    return replace(found, holds=True)


def _as_asked(
    corpus: FactCorpus,
    found: Finding,
    gold: Sequence[int],
    rules: ClassRules,
    answers: Sequence[str] | None,
) -> Finding:
    """Meeting by the relations that the gold passages take from each seed to the answer."""
    ways = [gold_paths(corpus, gold, seed, rules.within, found.seeds) for seed in found.seeds]
    common = [name for name in ways[0] if all(name in other for other in ways)]
    if not common:
        return replace(found, reason=f"within the gold passages {_beyond(rules)}")
    if answers is not None:
        common = [name for name in common if name in answers]
    if not common:
        return replace(found, reason=_NO_ANSWER)
    best: tuple[str, ...] = ()
    for name in common:
        for legs in _readings([other[name] for other in ways]):
            meeting = _ends(corpus, found.seeds, legs)
            facts = tuple(len(leg.steps) for leg in legs)
            if meeting == (name,):
                return replace(found, holds=True, meeting=meeting, facts=facts)
            if not best or len(meeting) < len(best):
                best = meeting
    reason = f"they meet in {len(best)} entities" if best else _ON_THE_WAY
    return replace(found, meeting=best, reason=reason)


def _readings(ways: Sequence[Sequence[Leg]]) -> Iterator[tuple[Leg, ...]]:
    """One leg for each seed: the relations that a question about this entity can ask for.

    Legs that have an entity in common met there already.
    """
    for legs in sorted(product(*ways), key=lambda legs: [len(leg.steps) for leg in legs]):
        through = [name for leg in legs for name in leg.through]
        if len(dict.fromkeys(through)) == len(through):
            yield legs


def _ends(corpus: FactCorpus, seeds: Sequence[str], legs: Sequence[Leg]) -> tuple[str, ...]:
    """The entities that are reached from every seed along its leg; no seed is one of them."""
    maps = [reached_alike(corpus, seed, leg.steps) for seed, leg in zip(seeds, legs, strict=True)]
    return tuple(
        name for name in maps[0] if name not in seeds and all(name in other for other in maps)
    )


def _beyond(rules: ClassRules) -> str:
    return f"they do not meet within {rules.within} facts"
