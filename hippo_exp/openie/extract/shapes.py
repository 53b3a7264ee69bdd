"""The accepted shapes of a JSON value (listed in ``parse``), and what each gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from hippo_exp.openie.extract.scan import CutList, CutObject
from hippo_exp.types import Triple

T = TypeVar("T")

ENTITY_KEYS = (
    "namedentities", "namedentity", "entities", "entity", "extractedentities", "entitylist",
    "names", "ner",
)  # fmt: skip
TRIPLE_KEYS = (
    "triples", "triple", "triplets", "triplet", "rdftriples", "extractedtriples", "facts",
    "relations", "relationships", "statements", "knowledgegraph",
)  # fmt: skip
WRAPPER_KEYS = ("output", "result", "results", "data", "response", "answer")
NAME_KEYS = ("name", "entity", "mention", "text")
PART_KEYS = (
    ("subject", "subj", "head", "source"),
    ("relation", "predicate", "rel", "relationship", "verb"),
    ("object", "obj", "tail", "target"),
)
_MAX_WRAPPERS = 2


@dataclass
class Harvest(Generic[T]):
    """Elements of one value.

    Attributes:
        items: kept, in order.
        dropped: reason -> number left out.
        single: the value is one object that stands for one element.
    """

    items: list[T] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    single: bool = False

    def add(self, item: T | None, reason: str) -> None:
        """Keep an element; without one, count the reason for leaving it out."""
        if item is None:
            self.dropped[reason] += 1
        else:
            self.items.append(item)

    def joined(self, other: Harvest[T]) -> Harvest[T]:
        """Both together."""
        return Harvest(self.items + other.items, self.dropped + other.dropped, self.single)


def harvest_entities(value: object) -> Harvest[str] | None:
    """The entities of a value; None when it has none of the shapes."""
    found = _entities(value, 0)
    if found is None or (isinstance(value, list) and _is_of_another_kind(value, found)):
        return None
    found.items = list(dict.fromkeys(found.items))
    return found


def harvest_triples(value: object) -> Harvest[Triple] | None:
    """The triples of a value; None when it has none of the shapes."""
    return _triples(value, 0)


def _is_of_another_kind(values: list[object], found: Harvest[str]) -> bool:
    """Whether a bare list, such as the mark of a reference ``[1]``, holds no name at all."""
    return bool(values) and not found.items and not isinstance(values, CutList)


def _entities(value: object, wrappers: int) -> Harvest[str] | None:
    if isinstance(value, list):
        return _names(value)
    if not isinstance(value, dict):
        return None
    keys = _keys(value)
    named = next((key for key in ENTITY_KEYS if key in keys), None)
    if named is not None and not isinstance(keys[named], str):
        inner = keys[named]
        return _by_type(inner) if isinstance(inner, dict) else _entities(inner, wrappers)
    if _text_under(keys, NAME_KEYS[:2]) is not None:
        alone = _names([value])
        return Harvest(alone.items, alone.dropped, single=True)
    wrapped = _unwrapped(keys)
    if wrapped is not None and wrappers < _MAX_WRAPPERS:
        return _entities(wrapped, wrappers + 1)
    return _by_type(value)


def _names(values: list[object]) -> Harvest[str]:
    found: Harvest[str] = Harvest()
    for value in values:
        if isinstance(value, CutObject):
            found.add(None, "cut_off")
        else:
            name = _text_under(_keys(value), NAME_KEYS) if isinstance(value, dict) else value
            found.add(*_text(name))
    return found


def _by_type(value: Mapping[str, object]) -> Harvest[str] | None:
    """``{"PERSON": ["Ada"], ...}`` flattened."""
    lists = [names for names in value.values() if isinstance(names, list)]
    if not lists or len(lists) < len(value):
        return None
    found: Harvest[str] = Harvest()
    for names in lists:
        found = found.joined(_names(names))
    return found


def _triples(value: object, wrappers: int) -> Harvest[Triple] | None:
    if isinstance(value, list):
        return _rows(value)
    if not isinstance(value, dict):
        return None
    keys = _keys(value)
    if any(part in keys for part in PART_KEYS[0]) and any(part in keys for part in PART_KEYS[2]):
        alone: Harvest[Triple] = Harvest(single=True)
        alone.add(*_row(value))
        return alone
    named = next((key for key in TRIPLE_KEYS if key in keys), None)
    inner = keys[named] if named is not None else _unwrapped(keys)
    found = _triples(inner, wrappers + 1) if wrappers <= _MAX_WRAPPERS else None
    return None if found is None else Harvest(found.items, found.dropped)


def _rows(values: list[object]) -> Harvest[Triple] | None:
    if values and not any(isinstance(value, list | dict) for value in values):
        return None
    found: Harvest[Triple] = Harvest()
    for value in values:
        found.add(*_row(value))
    return found


def _row(value: object) -> tuple[Triple | None, str]:
    """The triple of a row; or None and the reason."""
    if isinstance(value, CutList | CutObject):
        return None, "cut_off"
    if isinstance(value, dict):
        keys = _keys(value)
        given = [[key for key in names if key in keys] for names in PART_KEYS]
        if any(len(found) > 1 for found in given):
            return None, "ambiguous_part"
        parts: list[object] = [keys[found[0]] for found in given if found]
    elif isinstance(value, list):
        parts = value
    else:
        return None, "not_a_row"
    if len(parts) != len(PART_KEYS):
        return None, "wrong_arity"
    texts = [_text(part) for part in parts]
    fault = next((reason for text, reason in texts if text is None), "")
    if fault:
        return None, f"part_{fault}"
    return Triple(*(text for text, _ in texts if text is not None)), ""


def _text(value: object) -> tuple[str | None, str]:
    """A string without white space at its ends; or None and the reason."""
    if not isinstance(value, str):
        return None, "not_text"
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        return None, "bad_unicode"
    text = value.strip()
    return (text, "") if text else (None, "blank")


def _keys(value: Mapping[str, object]) -> dict[str, object]:
    """Entries by key in lower case, letters and digits only; of like keys the first."""
    found: dict[str, object] = {}
    for key, item in value.items():
        found.setdefault("".join(filter(str.isalnum, key.casefold())), item)
    return found


def _text_under(keys: Mapping[str, object], names: tuple[str, ...]) -> str | None:
    text = next((keys[name] for name in names if name in keys), None)
    return text if isinstance(text, str) else None


def _unwrapped(keys: Mapping[str, object]) -> object:
    return next((keys[key] for key in WRAPPER_KEYS if key in keys), None)
