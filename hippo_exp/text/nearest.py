"""The known name that an unknown one most likely means."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """The known name that is most like ``name``; of equally near ones the first given.

    Letter case and the signs ``-``, ``_`` and blank are first passed over.

    Args:
        name: as typed.
        known: the names that there are.
        cutoff: least similarity, 0 to 1 (``difflib.SequenceMatcher.ratio``); 0 finds always one.

    Returns:
        None where nothing is near enough.
    """
    names = list(dict.fromkeys(known))
    form = _form(name)
    for other in names:
        if form and _form(other) == form:
            return other
    found = get_close_matches(name, names, n=1, cutoff=cutoff)
    return found[0] if found else None


def did_you_mean(name: str, known: Iterable[str], *, cutoff: float = 0.6, all_of: str = "") -> str:
    """A remedy for an unknown name: the nearest one, and which there are.

    Args:
        name: as typed.
        known: the names that there are, in the order of print.
        cutoff: see :func:`nearest`.
        all_of: what introduces the list of all names, for example ``there are``; empty for none.

    Returns:
        For example ``did you mean minilm? there are: char_ngram, minilm``; empty where nothing is
        near and no list is asked for.
    """
    names = list(dict.fromkeys(known))
    near = nearest(name, names, cutoff=cutoff)
    parts = [f"did you mean {near}?"] if near is not None else []
    if all_of:
        parts.append(f"{all_of}: {', '.join(names) or 'none'}")
    return " ".join(parts)


def _form(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign not in "-_ ")
