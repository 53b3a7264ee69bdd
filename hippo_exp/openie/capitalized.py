"""A rule that finds the names in an English question, for when no model has extracted them."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that open a question and are no part of a name.
_OPENERS = _words(
    """what which who whom whose when where why how is are was were am do does did has have had can
    could will would shall should may might must in on at of for from to by with during after
    before since until between among besides aside according if and or but as both not there
    name list give tell find"""
)
_ARTICLES = _words("the a an this that these those")
# Lower-case words that may stand inside a name.
_PARTICLES = _words("of the de da do dos di du del della der den des la le les van von y")
_MAX_PARTICLES = 2
_PREPOSITIONS = _words("in on by since until from before after during between and")
_WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"[.?!]")
_OPENING = "\"'(\u201c\u2018[\u00ab"
_CLOSING = "\"')\u201d\u2019]\u00bb,;:?!."
_POSSESSIVE = re.compile(r"['\u2019]s?$")


def capitalized_entities(question: str) -> tuple[str, ...]:
    """Runs of capitalised words; English only, and crude.

    The rule, word by word:

    - A word with an upper-case letter belongs to a name, and so does a number after such a word
      (``Apollo 11``) or before it (``1998 Winter Olympics``, unless a preposition stands before).
    - Up to two of the lower-case particles *of, the, de, van, von, …* may stand between two such
      words (``University of the Philippines``).
    - A comma, a quotation mark, a bracket or a possessive *'s* ends a name; the *'s* is cut.
    - The first word of a sentence counts unless it is a usual opener (*Which, Are, In, …*); an
      article only if the next word is capitalised (``The Beatles``).
    - *I* never begins a name, but may stand in one (``Albert I``).

    It misses names in lower case and splits names at *and*, *in* and the possessive; in languages
    without capital letters it finds nothing, in German it finds every noun.

    Returns:
        Distinct names in order of appearance, possibly none.
    """
    names: list[str] = []
    run: list[str] = []
    words = [_Word(match.group()) for match in _WORD.finditer(question)]
    for position, word in enumerate(words):
        if word.opens:
            _close(run, names)
        _extend(run, names, words, position)
        if word.closes:
            _close(run, names)
    _close(run, names)
    return tuple(dict.fromkeys(names))


class _Word:
    """A word without the marks around it, and whether they end a name before or after it."""

    def __init__(self, raw: str) -> None:
        inner = raw.lstrip(_OPENING)
        self.opens = inner != raw
        bare = inner.rstrip(_CLOSING)
        marks = inner[len(bare) :]
        abbreviation = marks == "." and (len(bare) <= 2 or "." in bare)
        stem = _POSSESSIVE.sub("", bare)
        self.text = stem + ("." if abbreviation else "")
        self.closes = bool(marks and not abbreviation) or stem != bare
        self.ends_sentence = not abbreviation and _SENTENCE_END.search(marks) is not None
        self.pronoun = re.split(r"['\u2019]", bare)[0] == "I"
        self.capital = any(char.isupper() for char in bare) and not self.pronoun
        self.number = bare[:1].isdigit() and not self.capital
        self.lower = stem.lower()


def _extend(run: list[str], names: list[str], words: list[_Word], position: int) -> None:
    """Let the word at ``position`` go on with the run, begin one, or end it."""
    word = words[position]
    following = words[position + 1] if position + 1 < len(words) else None
    led = following is not None and following.capital and not (word.closes or following.opens)
    previous = words[position - 1] if position else None
    first = previous is None or previous.ends_sentence
    if first and (word.lower in _OPENERS or (word.lower in _ARTICLES and not led)):
        return
    before = previous.lower if previous else ""
    begins = word.capital or (word.number and led and before not in _PREPOSITIONS)
    continues = bool(run) and (word.number or word.pronoun or _is_particle(word, run))
    if begins or continues:
        run.append(word.text)
    else:
        _close(run, names)


def _is_particle(word: _Word, run: list[str]) -> bool:
    trailing = [part for part in run[-_MAX_PARTICLES:] if part in _PARTICLES]
    return word.text in _PARTICLES and len(trailing) < _MAX_PARTICLES


def _close(run: list[str], names: list[str]) -> None:
    """Move the run, without particles at its end, to the names."""
    while run and run[-1] in _PARTICLES:
        run.pop()
    if run:
        names.append(" ".join(run))
    run.clear()
