"""Which phrases are one entity, and which are none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

Identity = Callable[[str], str]
"""Phrase -> the entity that it names; empty for a phrase that names none.

A phrase normaliser (``hippo_exp.text``) is the plainest one.
"""

_NUMBER = re.compile(r"\d+(st|nd|rd|th|s)?")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)


def named_only(identity: Identity) -> Identity:
    """The same identity, under which numbers and dates name no entity.

    A chain does not go on at the year 1990, nor do two entities meet there. Left out are phrases
    that consist of numbers, ordinals and English names of months.
    """

    def named(phrase: str) -> str:
        entity = identity(phrase)
        return "" if _is_literal(entity) else entity

    return named


def _is_literal(phrase: str) -> bool:
    return all(word in _MONTHS or _NUMBER.fullmatch(word) for word in phrase.split())


def merged_identity(
    normalize: Identity,
    alike: Iterable[tuple[str, str, float]],
    aliases: Mapping[str, str] = MappingProxyType({}),
) -> Identity:
    """Phrases that normalise alike are one entity, and so are groups of which all are alike.

    Pairs are taken by falling likeness, equal ones in code-point order; the groups of two phrases
    are joined when every phrase of the one is paired with every phrase of the other (complete
    linkage), so that no chain of likenesses joins its unlike ends. An entity has the name of its
    first phrase in code-point order.

    Args:
        normalize: phrase normaliser.
        alike: pairs of phrases with their likeness, for example synonymy edges; in both directions
            or in one.
        aliases: phrase -> phrase in whose stead it stands.
    """
    pairs: dict[tuple[str, str], float] = {}
    for one, other, likeness in alike:
        first, second = sorted((normalize(one), normalize(other)))
        if first and first != second:
            pairs[first, second] = max(likeness, pairs.get((first, second), likeness))
    groups: dict[str, list[str]] = {}
    for first, second in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        one_group = groups.setdefault(first, [first])
        other_group = groups.setdefault(second, [second])
        across = (sorted((a, b)) for a in one_group for b in other_group)
        if one_group is not other_group and all((a, b) in pairs for a, b in across):
            one_group += other_group
            groups |= dict.fromkeys(other_group, one_group)
    names = {phrase: min(group) for phrase, group in groups.items()}
    stands = {normalize(phrase): normalize(other) for phrase, other in aliases.items()}

    def identity(phrase: str) -> str:
        name = normalize(phrase)
        name = stands.get(name, name)
        return names.get(name, name)

    return identity
