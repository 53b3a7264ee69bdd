"""The class of one question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from hippo_exp.errors import DataError
from hippo_exp.pathfinding.classes.corpus import FactCorpus
from hippo_exp.pathfinding.classes.finding import Finding, path_finding
from hippo_exp.pathfinding.classes.following import Following, path_following
from hippo_exp.pathfinding.classes.rules import ClassRules

Label = Literal["path_following", "path_finding", "neither"]
LABELS: tuple[Label, ...] = get_args(Label)


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a question.

    Attributes:
        entities: phrases of its query entities.
        gold: positions of its gold passages.
        answers: accepted answers as phrases; none where they are not known.
    """

    entities: Sequence[str]
    gold: Sequence[int]
    answers: Sequence[str] = ()


@dataclass(frozen=True)
class Classified:
    """The class with its evidence.

    Attributes:
        finding, following: the two decisions, each by itself.
    """

    finding: Finding
    following: Following

    @property
    def label(self) -> Label:
        """``path_finding`` also where the passages can be followed besides."""
        if self.finding.holds:
            return "path_finding"
        return "path_following" if self.following.holds else "neither"

    @property
    def reason(self) -> str:
        """Why it is neither; empty where it is one of the two."""
        if self.label != "neither":
            return ""
        one, other = self.following.reason, self.finding.reason
        return one if one == other else f"following: {one}; finding: {other}"


def classify(corpus: FactCorpus, case: Case, rules: ClassRules | None = None) -> Classified:
    """Decide the class of a question, see docs/path_finding.md.

    Args:
        corpus: its facts.
        case: the question.
        rules: settings of the definitions; None for their defaults.

    Raises:
        DataError: a gold passage outside the corpus.
    """
    gold = list(dict.fromkeys(case.gold))
    if gold and not 0 <= min(gold) <= max(gold) < corpus.n_passages:
        raise DataError(
            f"a gold passage lies outside the corpus of {corpus.n_passages} passages",
            where="gold",
            fix="give positions of the passages that the facts are of",
        )
    entities, answers = _entities(corpus, case.entities), _entities(corpus, case.answers)
    rules = rules or ClassRules()
    return Classified(
        path_finding(corpus, entities, gold, rules, answers if case.answers else None),
        path_following(corpus, entities, gold, rules, answers),
    )


def _entities(corpus: FactCorpus, phrases: Iterable[str]) -> list[str]:
    """The distinct entities that phrases name."""
    return [name for name in dict.fromkeys(map(corpus.identity, phrases)) if name]
