"""What an OpenIE step leaves: entities and raw triple rows, one record per passage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

ExtractionStatus = Literal["ok", "ok_empty", "parse_error", "truncated", "api_error"]


class Triple(NamedTuple):
    """A fact: subject, relation, object (already normalised where a stage says so)."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class PassageExtraction:
    """Entities and triple rows of one passage, as extracted, before any check.

    Attributes:
        entities: named entities in the order given.
        rows: raw triple rows of any length; ``graph.facts`` keeps those of exactly three parts.
        status: whether the extraction succeeded; an empty success is ``ok_empty``.
        spoilt: number of further rows that were no list of texts, of which nothing is kept.
    """

    entities: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    status: ExtractionStatus = "ok"
    spoilt: int = 0


@dataclass(frozen=True)
class Extraction:
    """OpenIE output for a whole corpus.

    Attributes:
        name: the extractor (for example ``gpt-3.5-turbo-1106``).
        passages: (n_passages,) in corpus order.
        digest: SHA-256 over all records.
        source: the file it came from, or ``generator``.
    """

    name: str
    passages: tuple[PassageExtraction, ...]
    digest: str
    source: str = ""
