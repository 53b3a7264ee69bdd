"""Sentences of an encyclopedic passage."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.schema import EntityType

_JOINS = (" and ", " and ", ", and ", "; ")
_MAX_SENTENCES = 5
_MODERN, _LATEST = 1945, 2008
GENERAL_FILLERS = (
    "Records before {y} are incomplete.",
    "A survey of {y} lists {n} items.",
    "An inventory made in {y} has {m} entries.",
    "Photographs from {y} are kept in a drawer.",
    "The oldest document dates from {y}.",
    "A report of {n} pages appeared in {y}.",
    "The matter was last discussed in {y}.",
    "Estimates from {y} differ widely.",
    "A catalogue of {y} gives {n} references.",
    "Most of the details were forgotten by {y}.",
    "A short film was made about it in {y}.",
    "The question was settled in {y} after {n} letters.",
)
"""Sentences without any entity that fit every passage, for passages of a wanted length."""


def slots(draws: Draws, year: int) -> dict[str, str]:
    """Return the numbers of a sentence: founding year b, later year y, small n, large m."""
    first = max(year + 22, _MODERN)
    return {
        "b": str(year),
        "y": str(draws.between(first, min(first + 45, _LATEST))),
        "n": str(draws.between(21, 989)),
        "m": f"{draws.between(110, 9900) * 10:,}",
    }


class Speaker:
    """Says what a passage's subject is called, sentence by sentence.

    Args:
        kind: the subject's type.
        name: the subject's name as running text has it.
        form: the surface form without article.
        feminine: which pronoun a person takes.
        draws: random choices.
    """

    def __init__(
        self, kind: EntityType, name: str, form: str, *, feminine: bool, draws: Draws
    ) -> None:
        self._kind = kind
        self._name = name
        self._draws = draws
        self._named = True
        self._words = {
            "pronoun": "she" if feminine else "he",
            "surname": form.rsplit(" ", 1)[-1],
        }

    def name(self) -> str:
        """Return the full name."""
        return self._name

    def reference(self) -> str:
        """Return a pronoun, a short description, or now and then the name, never twice running."""
        named, self._named = self._named, self._draws.chance(0.2)
        if self._named and not named:
            return self._name
        return self._draws.pick(self._kind.references).format_map(self._words)

    def pronoun(self) -> str:
        """Return the pronoun."""
        return self._kind.references[0].format_map(self._words)


def compose(
    kind: EntityType,
    speaker: Speaker,
    predicates: Sequence[str],
    draws: Draws,
    year: int,
    n_fillers: int | None = None,
) -> str:
    """Return an opening, the predicates in one to four sentences, and fillers.

    Args:
        kind: the subject's type.
        speaker: names the subject.
        predicates: (n,) predicates with all slots filled, n >= 1.
        draws: random choices.
        year: the subject's founding year.
        n_fillers: exact number of fillers; None for up to two, five sentences in all at most.
    """
    numbers = slots(draws, year)
    sentences = [draws.pick(kind.openings).format(s=speaker.name(), **numbers)]
    if kind.role == "list":
        sentences.append(_closed(f"{speaker.pronoun()} lists {_enumeration(predicates)}"))
    else:
        sentences += _statements(speaker, predicates, draws)
    for filler in _fillers(kind, len(sentences), draws, n_fillers):
        numbers = slots(draws, year)
        sentences.append(filler.format(s=speaker.reference(), **numbers))
    return " ".join(sentence[0].upper() + sentence[1:] for sentence in sentences)


def _statements(speaker: Speaker, predicates: Sequence[str], draws: Draws) -> list[str]:
    sentences = []
    position, left = 0, len(predicates)
    room = _MAX_SENTENCES - 1
    while left:
        pair = left > 1 and (left > room or draws.chance(0.4))
        text = f"{speaker.reference()} {predicates[position]}"
        if pair:
            join = draws.pick(_JOINS)
            again = f"{speaker.pronoun()} " if join in (", and ", "; ") else ""
            text += f"{join}{again}{predicates[position + 1]}"
        sentences.append(_closed(text))
        position += 1 + pair
        left -= 1 + pair
        room -= 1
    return sentences


def _fillers(kind: EntityType, n_sentences: int, draws: Draws, exactly: int | None) -> list[str]:
    if exactly is None:
        known = kind.fillers
        wanted = min(_MAX_SENTENCES - n_sentences, draws.below(3))
    else:
        known, wanted = kind.fillers + GENERAL_FILLERS, exactly
    start = draws.below(len(known))
    return [known[(start + i) % len(known)] for i in range(wanted)]


def _closed(text: str) -> str:
    """Return the text with a full stop, which an abbreviation at its end already has."""
    return text if text.endswith(".") else f"{text}."


def _enumeration(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
