"""Path-following: an order of the passages in which each leads on, and to one place only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hippo_exp.pathfinding.classes.corpus import FactCorpus
from hippo_exp.pathfinding.classes.reader import Move, Reader
from hippo_exp.pathfinding.classes.rules import ClassRules


@dataclass(frozen=True)
class Following:
    """Whether a question is path-following, and why.

    Attributes:
        holds: the decision.
        moves: the fact by which the chain goes on into each passage, in the order in which they
            are read; of a question that is not path-following as far as the chain goes.
        reason: why it is not; empty where it is.
    """

    holds: bool
    moves: tuple[Move, ...] = ()
    reason: str = ""

    @property
    def order(self) -> tuple[int, ...]:
        """The passages in the order in which they are read."""
        return tuple(move.passage for move in self.moves)


def path_following(
    corpus: FactCorpus,
    entities: Sequence[str],
    gold: Sequence[int],
    rules: ClassRules,
    answers: Sequence[str] = (),
) -> Following:
    """Decide whether the gold passages can be read one after another without a choice.

    Known are at first the query entities. A fact of a gold passage at a known entity is taken
    when the continuations that fit it lead to one passage or to one entity; then its passage is
    read and its far end is known, as one of those to which they lead: the next step must leave no
    choice from any of them. The question is path-following when every gold passage is read and,
    if the gold facts are about an answer, that is known. What can be taken stays so, so that the
    order of taking does not matter.

    Args:
        corpus: facts.
        entities: distinct query entities.
        gold: distinct positions of the gold passages.
        rules: which continuations fit.
        answers: distinct entities that are accepted answers; empty where they are not known.
    """
    if not entities or not gold:
        return Following(False, reason="no query entity" if gold else "no gold passage")
    reader = Reader(corpus, rules, gold, {name: {(name,): None} for name in entities})
    while reader.go_on():
        pass
    ends = dict.fromkeys(near for near, _ in reader.facts())
    about = [name for name in answers if name in ends]
    reason = ""
    left = [passage for passage in gold if passage not in reader.read]
    if left:
        reason = _blocked(reader, left)
    elif about and not any(name in reader.known for name in about):
        reason = next(_branches(reader), "no fact leads on to the answer")
    return Following(not reason, tuple(reader.moves), reason)


def _blocked(reader: Reader, left: Sequence[int]) -> str:
    """Why gold passages are not come to."""
    if not all(reader.corpus.facts(passage) for passage in left):
        return "a gold passage has no facts"
    branch = next(_branches(reader), "")
    if branch:
        return branch
    named = [*reader.known, *(name for p in reader.read for name in reader.corpus.names(p))]
    if any(name in reader.corpus.names(passage) for passage in left for name in named):
        return "no fact leads on to a gold passage"
    return "a gold passage shares no entity with the question or an earlier passage"


def _branches(reader: Reader) -> Iterator[str]:
    """The facts that would lead on but leave a choice."""
    for near, item in reader.facts():
        for group in reader.known.get(near, ()):
            places, ends = reader.open_to(group, item)
            if item.far not in reader.known and min(len(places), len(ends)) > 1:
                yield f"continuations into {len(places)} passages fit at {near!r}"
