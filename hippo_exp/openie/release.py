"""OpenIE files in the layout of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeGuard, get_args

from hippo_exp.datasets.faults import Faults, kind_of
from hippo_exp.datasets.fields import Row, object_rows, string
from hippo_exp.errors import DataError
from hippo_exp.openie.join import Record, join_records
from hippo_exp.storage import digest_json, read_json
from hippo_exp.types import Extraction, Passage, PassageExtraction
from hippo_exp.types.extraction import ExtractionStatus

OddParts = Literal["as_text", "malformed"]
"""What a part of a triple that is no text (null, a list, true) makes of its row."""
_STATUSES: Mapping[str, ExtractionStatus] = {name: name for name in get_args(ExtractionStatus)}


def read_openie(
    path: Path,
    passages: Sequence[Passage],
    *,
    name: str,
    corpus: str = "the corpus",
    odd_parts: OddParts = "malformed",
) -> Extraction:
    """Read an OpenIE file and give each passage of a corpus its record.

    Records are joined by order where titles and texts agree, otherwise by contents; see
    :func:`join_records`. Nothing in the file is ever evaluated. Entities that are no strings are
    left out. A triple row that is a list keeps the text of all its parts, whatever their number;
    a bare number is its text. A part of another kind (null, a list, true) is Python's text of it
    under ``as_text``, as in the released code, which judges a row by its length alone; under
    ``malformed`` it spoils its row. A spoilt row, or one that is no list, is counted and nothing
    of it is kept. A passage whose entities or triples are no list has status ``parse_error``; any
    other has the status that its record states, as this project's own extraction does, if it is
    one of the five.

    Source: official behaviour, row 2, and "File formats of the release".

    Args:
        path: ``{"docs": [{title, text, passage, extracted_entities, extracted_triples}, ...]}``;
            NaN is tolerated; either ``title`` and ``text`` or ``passage`` must be there;
            ``extracted_entities`` may be absent (REBEL extracts none).
        passages: (n_passages,) the corpus.
        name: the extractor.
        corpus: name or file of the corpus, for messages.
        odd_parts: ``as_text`` or ``malformed``, see above.

    Returns:
        One record per passage, in corpus order. Records of passages that the corpus lacks are not
        used; ``source`` then says how many of them there are.

    Raises:
        DataError: unreadable, of another layout, malformed records, or passages without a record
            (counted, the first three shown: the file is of another corpus).
    """
    value = read_json(path)
    docs = value.get("docs") if isinstance(value, dict) else None
    if not isinstance(docs, list):
        found = f"key 'docs' is {kind_of(docs)}" if isinstance(value, dict) else kind_of(value)
        raise DataError(
            f'not an OpenIE file: {found} where an object {{"docs": [...]}} is expected',
            where=str(path),
            fix="check that the right file stands in this place",
        )
    faults = Faults(path)
    rows = object_rows(docs, faults, "doc")
    records = [Record(_texts(row, faults), _extraction(row, faults, odd_parts)) for row in rows]
    faults.check()
    joined, unused = join_records(records, passages, where=str(path), corpus=corpus)
    source = f"{path.name} ({unused} of {len(records)} records unused)" if unused else path.name
    return Extraction(name, joined, digest_json(joined), source)


def _texts(row: Row, faults: Faults) -> tuple[str, ...]:
    """The contents that a record states: title, newline, text; and ``passage``."""
    position, record = row
    given = []
    if "title" in record and "text" in record:
        given.append("\n".join(string(row, (key,), faults) for key in ("title", "text")))
    if "passage" in record:
        given.append(string(row, ("passage",), faults))
    if not given:
        faults.add(position, "has neither 'title' and 'text' nor 'passage'")
    return tuple(dict.fromkeys(given))


def _extraction(row: Row, faults: Faults, odd_parts: OddParts) -> PassageExtraction:
    position, record = row
    if "extracted_triples" not in record:
        faults.add(position, "key 'extracted_triples' is missing")
    entities, triples = record.get("extracted_entities", []), record.get("extracted_triples")
    names = entities if isinstance(entities, list) else []
    kept = tuple(entity for entity in names if isinstance(entity, str))
    listed = triples if isinstance(triples, list) else []
    usable = [row for row in listed if _is_row(row, odd_parts)]
    rows = tuple(tuple(str(part) for part in row) for row in usable)
    spoilt = len(listed) - len(rows)
    if not (isinstance(entities, list) and isinstance(triples, list)):
        return PassageExtraction(kept, rows, "parse_error", spoilt)
    stated = _STATUSES.get(str(record.get("status")))
    status = stated or ("ok" if kept or listed else "ok_empty")
    return PassageExtraction(kept, rows, status, spoilt)


def _is_row(row: object, odd_parts: OddParts) -> TypeGuard[list[object]]:
    """Whether the parts of a row can be read as text."""
    return isinstance(row, list) and (odd_parts == "as_text" or all(map(_is_text, row)))


def _is_text(part: object) -> bool:
    return isinstance(part, str | int | float) and not isinstance(part, bool)
