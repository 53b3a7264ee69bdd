"""Analysers: from a text to the terms that BM25 counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

import regex

# Default word boundaries (UAX #29), except that a run in a script without spaces between words
# (Thai, Lao, Khmer, Myanmar: line-break class SA) is one token, as in Lucene's tokenizer.
_SEGMENT = regex.compile(
    r"\p{LB=SA}[\p{LB=SA}\p{Mn}\p{Mc}]*|\b.+?\b", regex.WORD | regex.V1 | regex.DOTALL
)
_LETTER_OR_DIGIT = regex.compile(r"[\p{Alphabetic}\p{Nd}]")
_POSSESSIVE = regex.compile(r"['\u2019\uff07]s$")


def analyze_standard(text: str) -> list[str]:
    """Terms of Elasticsearch's *standard* analyser (official behaviour, row 18).

    Words by the default boundaries of Unicode Standard Annex #29, lower-cased; only those with a
    letter or a digit; no stop words, no stemming. ``mother's`` stays one term. Ideographs and
    Hiragana are terms one by one.
    """
    words = _SEGMENT.findall(text)
    return [word.lower() for word in words if _LETTER_OR_DIGIT.search(word)]


def analyze_split_possessive(text: str) -> list[str]:
    """:func:`analyze_standard` with the English possessive cut: ``mother's`` gives ``mother``.

    The ``s`` is dropped, not kept as a term of its own, as in Lucene's EnglishPossessiveFilter.
    """
    return [_POSSESSIVE.sub("", term) for term in analyze_standard(text)]


def analyze_english(text: str) -> list[str]:
    """:func:`analyze_split_possessive`, then the Snowball stemmer for English.

    Reference: M. F. Porter, *Snowball: A language for stemming algorithms*, 2001.
    """
    return [_stem(term) for term in analyze_split_possessive(text)]


@cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer  # loaded on first use: a compiled module that only this analyser needs

    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return stem


def _stem(term: str) -> str:
    return _stemmer()(term)


ANALYZERS: Mapping[str, Callable[[str], list[str]]] = MappingProxyType(
    {
        "standard": analyze_standard,
        "split_possessive": analyze_split_possessive,
        "english": analyze_english,
    }
)
"""Analysers by the name that settings use."""
