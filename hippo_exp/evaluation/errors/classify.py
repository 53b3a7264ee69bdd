"""The class of a missed question, by the rules of the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hippo_exp.errors import DataError
from hippo_exp.evaluation.errors.index import ErrorIndex, spaced
from hippo_exp.evaluation.errors.model import (
    Diagnosis,
    ErrorClass,
    Evidence,
    MissingPassage,
    QueryEntity,
)
from hippo_exp.evaluation.errors.reach import (
    Gold,
    PhraseReach,
    Step,
    gold_of,
    reach_by_nodes,
    way,
)
from hippo_exp.types import Question, Triple


def missing_keys(gold: Sequence[str], ranked: Sequence[str], k: int) -> tuple[str, ...]:
    """Gold keys that are not among the first k ranked keys, in the order of ``gold``."""
    found = frozenset(ranked[:k])
    return tuple(key for key in gold if key not in found)


def diagnose(
    index: ErrorIndex,
    question: Question,
    entities: Sequence[QueryEntity],
    missing: Mapping[str, int | None],
) -> Diagnosis:
    """Say why a question is missed.

    Args:
        index: what was searched.
        question: with its gold keys.
        entities: its query entities as they were linked; their order is of no account.
        missing: each missing gold key -> the rank of its best passage, None where not known.

    Raises:
        DataError: nothing is missing, or a key that is not gold, or that no passage has.
    """
    wrong = [key for key in missing if key not in question.gold or key not in index.passages_of]
    if wrong or not missing:
        what = f"{wrong[0][:60]!r} is no gold passage of it" if wrong else "nothing is missing"
        fix = "diagnose missed questions, with the data set that was searched"
        raise DataError(what, where=f"question {question.id}", fix=fix)
    case = _Case(index, question, entities)
    return Diagnosis(
        question.id,
        tuple(case.explain(place, missing[item.key]) for place, item in case.missing(missing)),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """A class with its evidence; fields as in :class:`MissingPassage`."""

    cause: ErrorClass
    evidence: Evidence
    phrase: str = ""
    origin: int | None = None
    target: int | None = None
    fact: Triple | None = None


class _Case:
    """One question: its gold passages, and which of them are reached."""

    def __init__(
        self, index: ErrorIndex, question: Question, entities: Sequence[QueryEntity]
    ) -> None:
        self._index = index
        self._entities = sorted({(item.phrase, item.node) for item in entities})
        self._gold = gold_of(index, question.gold)
        linked = sorted({node for _, node in self._entities if node >= 0})
        self._reached = reach_by_nodes(index, self._gold, linked)
        self._named = reach_by_nodes(index, self._gold, self._named_nodes(question.text, linked))
        texts = PhraseReach(index, self._gold, [phrase for phrase, _ in self._entities if phrase])
        lacking, part = texts.with_entity(self._reached)
        reached: dict[int, Step[str]] = {place: Step(None, ()) for place in self._reached}
        self._in_texts = texts.reach(lacking | reached)
        self._by_parts = texts.reach(part)

    def missing(self, keys: Mapping[str, object]) -> list[tuple[int, Gold]]:
        """The missing gold passages with their places."""
        return [(place, item) for place, item in enumerate(self._gold) if item.key in keys]

    def explain(self, place: int, rank: int | None) -> MissingPassage:
        """Class and evidence of one missing passage."""
        found = self._found(place)
        item = self._gold[place]
        return MissingPassage(
            key=item.key,
            passage=item.passages[0],
            cause=found.cause,
            evidence=found.evidence,
            phrase=found.phrase,
            origin=found.origin,
            target=found.target,
            fact=found.fact,
            rank=rank,
        )

    def _found(self, place: int) -> _Found:
        if place in self._reached:
            return self._ranked_below(place)
        if place in self._named:
            first = way(self._named, place)[0]
            node = self._index.rarest(self._named[first].by)
            return _Found("ner", "named_not_linked", self._phrase(node), None, self._at(first))
        if place in self._in_texts:
            return self._in_no_fact(place)
        if place in self._by_parts:
            first = way(self._by_parts, place)[0]
            phrase = _longest(self._by_parts[first].by)
            return _Found("ner", "linked_elsewhere", phrase, None, self._at(first))
        if self._in_texts or self._by_parts:
            return _Found("openie", "no_common_phrase", target=self._at(place))
        return self._no_entity_there()

    def _ranked_below(self, place: int) -> _Found:
        step = self._reached[place]
        node = self._index.rarest(step.by)
        return _Found(
            "ppr",
            "ranked_below",
            self._phrase(node),
            None if step.source is None else self._at(step.source),
            self._at(place),
            self._index.fact_with(self._gold[place].passages, node),
        )

    def _no_entity_there(self) -> _Found:
        if not self._entities:
            return _Found("ner", "no_entity")
        links = [
            f"{phrase or '(empty)'} → {self._phrase(node) if node >= 0 else 'no node'}"
            for phrase, node in self._entities
        ]
        return _Found("ner", "entity_elsewhere", "; ".join(links))

    def _in_no_fact(self, place: int) -> _Found:
        """The first step of the way that the texts allow and the graph does not."""
        first, *others = way(self._in_texts, place)
        if first not in self._reached:
            phrase = _longest(self._in_texts[first].by)
            return _Found("openie", "entity_in_no_fact", phrase, None, self._at(first))
        phrase = _longest(self._in_texts[others[0]].by)
        ends = self._at(first), self._at(others[0])
        return _Found("openie", "bridge_in_no_fact", phrase, *ends)

    def _named_nodes(self, text: str, linked: Sequence[int]) -> list[int]:
        """Nodes of gold passages that the question names and no query entity is linked to."""
        words = spaced(self._index.normalize(text))
        known = frozenset(self._index.same(linked))
        nodes = sorted({node for item in self._gold for node in item.nodes})
        named = [node for node in nodes if spaced(self._phrase(node)) in words]
        return [node for node in named if node not in known and self._phrase(node)]

    def _phrase(self, node: int) -> str:
        return self._index.graph.nodes[node]

    def _at(self, place: int) -> int:
        return self._gold[place].passages[0]


def _longest(phrases: Sequence[str]) -> str:
    """The longest phrase, which says most; among equals the first."""
    return min(phrases, key=lambda phrase: (-len(phrase), phrase))
