"""Surface forms: the usual name of an entity and the other ways in which passages call it."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.schema import NamePattern

_VOWELS = frozenset("aeiouy")
_NAMES_WITH_THE = (
    "Town of",
    "University of",
    "Academy of",
    "Polytechnic of",
    "College of",
    "Royal ",
    "Republic of",
)


def respell(stem: str, draws: Draws, *, alone: bool) -> str:
    """Return another spelling of a stem: a letter doubled inside, or a silent last letter.

    Args:
        stem: the usual spelling.
        draws: random choices.
        alone: whether the stem is the whole name; then only the end changes, because a change in
            the middle of a single word leaves few of its character n-grams.
    """
    inside = [
        i
        for i in range(2, len(stem) - 1)
        if stem[i] not in _VOWELS and stem[i - 1] in _VOWELS and stem[i + 1] in _VOWELS
    ]
    if inside and not alone and draws.chance(0.5):
        i = draws.pick(inside)
        return stem[:i] + stem[i] + stem[i:]
    if stem[-1] not in _VOWELS:
        return f"{stem}e"
    return f"{stem}s" if stem[-1] == "e" else f"{stem}h"


def pattern_forms(pattern: NamePattern, stem: str, respelled: str) -> tuple[str, ...]:
    """Return the surface forms of a name made from a stem, the usual one first."""
    others = (text.format(stem, r=respelled) for text in pattern.others)
    return (pattern.usual.format(stem), *others)


def person_forms(given: str, middle: str, surname: str) -> tuple[str, ...]:
    """Return the surface forms of a person's name, the usual one first.

    Args:
        given: first given name.
        middle: second given name, or empty.
        surname: family name.
    """
    if not middle:
        return (f"{given} {surname}", f"{given[0]}. {surname}", f"Dr. {given} {surname}")
    return (
        f"{given} {middle} {surname}",
        f"{given} {middle[0]}. {surname}",
        f"{given} {surname}",
        f"{given[0]}. {middle[0]}. {surname}",
    )


def in_text(form: str, *, article: bool) -> str:
    """Return a form as running text has it: with "the" where English wants it."""
    return f"the {form}" if article or form.startswith(_NAMES_WITH_THE) else form


def choose_form(forms: Sequence[str], rate: float, draws: Draws) -> str:
    """Return the usual form, or with probability ``rate`` one of the others."""
    if len(forms) > 1 and draws.chance(rate):
        return forms[1 + draws.below(len(forms) - 1)]
    return forms[0]
