"""From a model's reply to entities and triples: the accepted shapes, and nothing else.

A reply may hold code fences, sentences around the JSON, and a part in ``<think>`` marks, which is
skipped. The first value of the reply that has one of these shapes counts (keys without regard to
case, blanks and underscores; ``output``, ``result``, ``data``, ``response`` and ``answer`` may be
wrapped around):

========================  =========================================================================
entities                  ``{"named_entities": ["Ada"]}``, or another of ``ENTITY_KEYS``
                          ``["Ada", "Byron"]``
                          ``{"named_entities": {"PERSON": ["Ada"]}}``, flattened
                          ``{"PERSON": ["Ada"], "PLACE": []}``, flattened; all values are lists
                          ``{"name": "Ada", ...}`` (or ``entity``) alone or in a list; ``NAME_KEYS``
triples                   ``{"triples": [["Ada", "wrote", "notes"]]}``, or another of
                          ``TRIPLE_KEYS``
                          ``[["Ada", "wrote", "notes"]]``
                          ``{"subject": "Ada", "relation": "wrote", "object": "notes"}`` alone, in
                          a list, under a key, or one after another; see ``PART_KEYS``
========================  =========================================================================

A bare list of strings is no triple: it may as well be a list of entities. Nothing is evaluated;
only strings are kept; a row of another number of parts, or with a part that is no string or is
blank, is dropped and counted, never padded or shifted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from hippo_exp.openie.extract.scan import BrokenJSONError, scan_values
from hippo_exp.openie.extract.shapes import Harvest, harvest_entities, harvest_triples
from hippo_exp.types import Triple
from hippo_exp.types.extraction import ExtractionStatus

T = TypeVar("T")


@dataclass(frozen=True)
class Parsed(Generic[T]):
    """What a reply holds.

    Attributes:
        items: entities (distinct) or triples, in the order given.
        status: ``ok``, ``ok_empty``, ``truncated`` (``items`` are those before the cut) or
            ``parse_error`` (no items).
        dropped: reason -> number of elements that were left out.
        detail: why there is an error; empty otherwise.
    """

    items: tuple[T, ...]
    status: ExtractionStatus
    dropped: Mapping[str, int] = field(default_factory=dict)
    detail: str = ""


def parse_entities(text: str, *, cut_off: bool = False) -> Parsed[str]:
    """The entities of a reply.

    Args:
        text: the reply.
        cut_off: the server says that the limit of tokens ended it; the status is then
            ``truncated``, whatever the text looks like.
    """
    return _parse(text, cut_off, harvest_entities)


def parse_triples(text: str, *, cut_off: bool = False) -> Parsed[Triple]:
    """The triples of a reply; arguments as for :func:`parse_entities`."""
    return _parse(text, cut_off, harvest_triples)


def _parse(text: str, cut_off: bool, harvest: Callable[[object], Harvest[T] | None]) -> Parsed[T]:
    whole = True
    found: Harvest[T] | None = None
    error = ""
    try:
        for scan in scan_values(_after_thinking(text)):
            whole = whole and scan.whole
            part = harvest(scan.value)
            if part is None or (found is not None and not part.single):
                continue
            found = part if found is None else found.joined(part)
            if not part.single:
                break
    except BrokenJSONError as broken:
        error = f"the JSON breaks at character {broken.position}"
        found = None
    if found is None:
        ended = cut_off or not whole
        return Parsed((), "truncated" if ended else "parse_error", {}, error or _absent(text))
    dropped = dict(sorted(found.dropped.items()))
    items = tuple(found.items)
    if cut_off or not whole:
        return Parsed(items, "truncated", dropped, "the reply was cut off")
    if dropped and not items:
        reasons = ", ".join(f"{reason} {number}" for reason, number in dropped.items())
        return Parsed((), "parse_error", dropped, f"no element can be used ({reasons})")
    return Parsed(items, "ok" if items else "ok_empty", dropped)


def _after_thinking(text: str) -> str:
    """What follows the last closed ``<think>`` part; nothing when one is never closed."""
    before, mark, after = text.rpartition("</think>")
    return "" if not mark and "<think>" in before + after else after


def _absent(text: str) -> str:
    return "the reply holds no JSON of an accepted shape" if text.strip() else "the reply is empty"
