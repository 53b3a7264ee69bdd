"""Names that are distinct in every surface form, so that no two entities share one."""

from __future__ import annotations

from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.schema import EntityType
from hippo_exp.pathfinding.corpus.syllables import STYLES, Style, stem
from hippo_exp.pathfinding.corpus.variants import pattern_forms, person_forms, respell

_MIDDLE_NAME_SHARE = 0.75


class NameMaker:
    """Makes names and remembers what belongs to whom.

    A stem and its other spelling belong to one entity, and each of its surface forms has one of
    them as a word. Family names and given names are shared among persons, whole names are not,
    and no stem is ever such a name. So no two entities share a form, and except among persons no
    form contains another entity's.

    Args:
        draws: random choices.
    """

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._stems: set[str] = set()
        self._person_words: set[str] = set()
        self._person_forms: set[str] = set()

    def make(self, kind: EntityType, *, feminine: bool) -> tuple[str, ...]:
        """Return the surface forms of a new entity, the usual one first.

        Args:
            kind: the entity's type.
            feminine: which given names a person gets.
        """
        attempt = 0
        while True:
            style = self._draws.pick(STYLES)
            middles = 1 + attempt // 3
            if kind.patterns:
                forms = self._thing(kind, style, middles)
            else:
                forms = self._person(style, middles, feminine=feminine)
            if forms:
                return forms
            attempt += 1

    def _thing(self, kind: EntityType, style: Style, middles: int) -> tuple[str, ...]:
        own = style.towns if kind.stems == "place" else style.surnames
        word = stem(self._draws, style, kind.endings or own, middles=middles)
        pattern = self._draws.pick(kind.patterns)
        other = respell(word, self._draws, alone=pattern.usual == "{}")
        keys = (word.lower(), other.lower())
        if not (self._stems.isdisjoint(keys) and self._person_words.isdisjoint(keys)):
            return ()
        self._stems.update(keys)
        return pattern_forms(pattern, word, other)

    def _person(self, style: Style, middles: int, *, feminine: bool) -> tuple[str, ...]:
        endings = style.feminine if feminine else style.masculine
        given = stem(self._draws, style, endings, middles=middles - 1)
        middle = ""
        if self._draws.chance(_MIDDLE_NAME_SHARE):
            middle = stem(self._draws, style, endings, middles=middles - 1)
        surname = stem(self._draws, style, style.surnames, middles=middles)
        words = [word.lower() for word in (given, middle, surname) if word]
        forms = person_forms(given, middle, surname)
        keys = [form.lower() for form in forms]
        if (
            given == middle
            or not self._stems.isdisjoint(words)
            or not self._person_forms.isdisjoint(keys)
        ):
            return ()
        self._person_words.update(words)
        self._person_forms.update(keys)
        return forms
