"""Phrase normalisation: which surface forms become one node."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

import regex

_NOT_ASCII_ALNUM = re.compile(r"[^A-Za-z0-9 ]")
# Invisible characters that join or decorate (soft hyphen, joiners, variation selectors, bidi
# marks). The zero-width space is none of them: Thai and Khmer texts separate words by it.
_INVISIBLE = regex.compile(r"(?!\u200b)\p{Default_Ignorable_Code_Point}")
_WORD = regex.compile(r"(?:[\p{L}\p{N}][\p{Mn}\p{Mc}]*)+")


def normalize_paper(phrase: str) -> str:
    """The released normalisation (official behaviour, row 1).

    Lower-case; every character that is not A-Z, a-z, 0-9 or a space becomes a space; only the ends
    are stripped, so inner double spaces stay. Phrases in other scripts become empty.
    """
    return _NOT_ASCII_ALNUM.sub(" ", phrase.lower()).strip()


def normalize_clean(phrase: str) -> str:
    """A normalisation for any script (official behaviour, row 1, column ``clean``).

    NFKC and casefold, repeated until nothing changes; letters, numbers and the combining marks
    that follow them are kept (vowel signs of Devanagari, Thai, Arabic and others belong to their
    letters); invisible joining characters are removed; every other run of characters becomes one
    space; the ends are stripped. Applying it twice changes nothing.
    """
    return " ".join(_WORD.findall(_fold(phrase)))


def _fold(text: str) -> str:
    """The fixed point of removing invisible characters, casefold and NFKC."""
    while True:
        folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text).casefold())
        if folded == text:
            return folded
        text = folded


NORMALIZERS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"paper": normalize_paper, "clean": normalize_clean}
)
"""Normalisers by the name that settings use."""
